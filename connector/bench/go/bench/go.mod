module bench

go 1.23
