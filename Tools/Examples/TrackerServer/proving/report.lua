-- Prints the results as one line of JSON. Appended to each script by prove.
function done(summary, latency, requests)
    local e = summary.errors
    io.write(string.format(
        'RESULT {"requests": %d, "seconds": %f, "failed": %d, "p50": %f, "p99": %f}\n',
        summary.requests, summary.duration / 1e6,
        e.connect + e.read + e.write + e.status + e.timeout,
        latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
