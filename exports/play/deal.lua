-- Deals the opening hands when the table is opened for the first time: from the piles that the state names, to the seats' hands.
function onLoad(state)
    if state == "" then
        return
    end
    for guid, color in pairs(JSON.decode(state)) do
        local cards = getObjectFromGUID(guid)
        if cards then
            -- The quantity of a single card is -1.
            cards.deal(math.max(1, cards.getQuantity()), color)
        end
    end
end

-- Hands are dealt once: a table that was saved has no state.
function onSave()
    return ""
end
