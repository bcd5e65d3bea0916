-- For scripts that reach keys by prefix or remove something: the last one of KEYS, which never exists, makes a Cluster refuse
-- the call while the slot moves. Keys that are not in KEYS may be on the other node then, and a key that has become empty
-- cannot be used again on this one.
local missing = table.remove(KEYS)
