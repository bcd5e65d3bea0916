-- For scripts that access keys by prefix or remove something. The last key of KEYS never exists and makes a Cluster
-- refuse the call while the slot moves. During the move, keys that are not in KEYS may be on the other node, and a key
-- that has become empty cannot be used again on this node.
local missing = table.remove(KEYS)
