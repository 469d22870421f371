-- A stand-in for Tabletop Simulator: loads a script twice, as a new table and as one that was saved, and prints what it does.
-- It has only what the scripting reference documents (api.tabletopsimulator.com: base, object, json, events), and refuses other
-- names and types. Arguments: the script, its state, and guid=quantity for each object.

-- Types of arguments, a question mark for those that may be absent, and of the result.
local FUNCTIONS = {
    getObjectFromGUID = {"string", result = "table"},
    ["JSON.decode"] = {"string", result = "table"},
    ["Object.deal"] = {"integer", "string?", "integer?", "boolean?", result = "boolean"},
    ["Object.getQuantity"] = {result = "integer"},
}
local COLORS = {White = 1, Brown = 1, Red = 1, Orange = 1, Yellow = 1, Green = 1, Teal = 1, Blue = 1, Purple = 1, Pink = 1}

local function kind(value)
    return math.type(value) or type(value)
end

local function documented(name, body)
    local types = FUNCTIONS[name]
    return function(...)
        local count = select("#", ...)
        assert(count <= #types, name .. " takes fewer arguments")
        for place, wanted in ipairs(types) do
            local value = (select(place, ...))
            local is_absent = value == nil and wanted:find("?", 1, true)
            assert(is_absent or kind(value) == wanted:gsub("%?", ""), name .. ": argument " .. place .. " is " .. kind(value))
        end
        local result = body(...)
        assert(result == nil or kind(result) == types.result)
        return result
    end
end

local function strict(members, name)
    return setmetatable(members, {
        __index = function(_, key) error(name .. " has no " .. tostring(key)) end,
        __newindex = function(_, key) error(name .. " cannot be given " .. tostring(key)) end,
    })
end

local function object(guid, quantity)
    return strict({
        deal = documented("Object.deal", function(number, color)
            assert(COLORS[color], "no such color: " .. tostring(color))
            print(("%s: %d to %s"):format(guid, number, color))
            return true
        end),
        getQuantity = documented("Object.getQuantity", function() return quantity end),
    }, "Object")
end

local function decode(text)
    assert(text:match("^{.*}$"), "not an object: " .. text)
    local values = {}
    for key, value in text:gmatch('"([^"]*)": "([^"]*)"') do
        values[key] = value
    end
    return values
end

local path, state = arg[1], arg[2]
local objects = {}
for place = 3, #arg do
    local guid, quantity = arg[place]:match("^(%x+)=(-?%d+)$")
    objects[guid] = object(guid, math.tointeger(tonumber(quantity)))
end

local function load_table(saved)
    local globals = setmetatable({
        math = math, pairs = pairs, ipairs = ipairs,
        JSON = strict({decode = documented("JSON.decode", decode)}, "JSON"),
        getObjectFromGUID = documented("getObjectFromGUID", function(guid) return objects[guid] end),
    }, {__index = function(_, key) error("no global " .. tostring(key)) end})
    assert(loadfile(path, "t", globals))()
    globals.onLoad(saved)
    local next_state = globals.onSave()
    assert(type(next_state) == "string")
    return next_state
end

local saved = load_table(state)
print("saved")
load_table(saved)
