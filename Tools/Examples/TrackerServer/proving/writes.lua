-- Posts issues. wrk ... -s writes.lua URL
local body = '{"title": "Written under load", "body": "' .. string.rep("text ", 100)
    .. '", "labels": ["load"]}'

function request()
    return wrk.format("POST", "/projects/APP/issues", { ["X-Author"] = "load" }, body)
end
