-- Reads issues by id, and with a share of pages and patches if the script's argument says so.
-- wrk ... -s reads.lua URL -- FILE_OF_IDS mixed|points
local ids = {}
local isMixed = false
local patch = '{"priority": 3}'

function init(arguments)
    for line in io.lines(arguments[1]) do ids[#ids + 1] = line end
    isMixed = arguments[2] == "mixed"
    math.randomseed(os.time())
end

function request()
    local path = "/issues/" .. ids[math.random(#ids)]
    local kind = isMixed and math.random(100) or 100
    if kind <= 2 then
        return wrk.format("PATCH", path, { ["X-Author"] = "load" }, patch)
    elseif kind <= 10 then
        return wrk.format("GET", "/issues?filter=status%20%3D%3D%20%22open%22&sort=-priority&limit=20")
    end
    return wrk.format("GET", path)
end
