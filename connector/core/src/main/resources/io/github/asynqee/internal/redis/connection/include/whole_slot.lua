-- For scripts that reach keys by prefix: the last one of KEYS, which never exists, makes a Cluster refuse the call while the slot
-- moves, when keys that are not in KEYS may be on the other node.
KEYS[#KEYS] = nil

