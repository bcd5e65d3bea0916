package main

import (
	"fmt"
	"sort"
	"time"

	"github.com/hibiken/asynq/internal/base"
	"github.com/hibiken/asynq/internal/rdb"
	"google.golang.org/protobuf/encoding/protowire"
)

// The arguments of all calls; each uses some.
type arguments struct {
	Msg          blob
	PayloadEmpty bool `json:"payload_empty"`
	Queue        string
	Queues       []string
	Group        string
	Set          string
	ID           string
	IDs          []string
	Size, Page   int
	Batch, Days  int
	Force        bool
	Error        blob
	Data         blob
	Payload      blob
	IsFailure    bool    `json:"is_failure"`
	TTL          float64 `json:"ttl_seconds"`
	ProcessAt    int64   `json:"process_at_unix"`
	Cutoff       int64   `json:"cutoff_unix"`
	T            int64   `json:"t_unix"`
	Delay        float64 `json:"delay_seconds"`
	Grace        float64 `json:"grace_seconds"`
	MaxDelay     float64 `json:"max_delay_seconds"`
	MaxSize      int     `json:"max_size"`
	Info         blob
	Workers      []blob
	Entries      []blob
	Event        blob
	SchedulerID  string `json:"scheduler_id"`
	EntryID      string `json:"entry_id"`
	Host         string
	PID          int
	ServerID     string `json:"server_id"`
	Commands     [][]blob
}

// A call returns its result, or the error noResult if it has none.
type call func(p *player, a arguments) (any, error)

// calls are the methods of asynq's broker and inspector by their names, what its recoverer does, and plain commands.
var calls = map[string]call{
	"Enqueue": sending(func(p *player, msg *base.TaskMessage, a arguments) error {
		return p.broker.Enqueue(p.ctx, msg)
	}),
	"EnqueueUnique": sending(func(p *player, msg *base.TaskMessage, a arguments) error {
		return p.broker.EnqueueUnique(p.ctx, msg, seconds(a.TTL))
	}),
	"Schedule": sending(func(p *player, msg *base.TaskMessage, a arguments) error {
		return p.broker.Schedule(p.ctx, msg, time.Unix(a.ProcessAt, 0))
	}),
	"ScheduleUnique": sending(func(p *player, msg *base.TaskMessage, a arguments) error {
		return p.broker.ScheduleUnique(p.ctx, msg, time.Unix(a.ProcessAt, 0), seconds(a.TTL))
	}),
	"AddToGroup": sending(func(p *player, msg *base.TaskMessage, a arguments) error {
		return p.broker.AddToGroup(p.ctx, msg, a.Group)
	}),
	"AddToGroupUnique": sending(func(p *player, msg *base.TaskMessage, a arguments) error {
		return p.broker.AddToGroupUnique(p.ctx, msg, a.Group, seconds(a.TTL))
	}),
	"Done": sending(func(p *player, msg *base.TaskMessage, a arguments) error {
		return p.broker.Done(p.ctx, msg)
	}),
	"MarkAsComplete": sending(func(p *player, msg *base.TaskMessage, a arguments) error {
		return p.broker.MarkAsComplete(p.ctx, msg)
	}),
	"Requeue": sending(func(p *player, msg *base.TaskMessage, a arguments) error {
		return p.broker.Requeue(p.ctx, msg)
	}),
	"Retry": sending(func(p *player, msg *base.TaskMessage, a arguments) error {
		return p.broker.Retry(p.ctx, msg, time.Unix(a.ProcessAt, 0), string(a.Error), a.IsFailure)
	}),
	"Archive": sending(func(p *player, msg *base.TaskMessage, a arguments) error {
		return p.broker.Archive(p.ctx, msg, string(a.Error))
	}),

	"Dequeue": func(p *player, a arguments) (any, error) {
		msg, expires, err := p.broker.Dequeue(a.Queues...)
		if err != nil {
			return nil, err
		}
		return map[string]any{"id": text(msg.ID), "queue": text(msg.Queue), "msg": encoded(msg),
			"lease_expires_unix": expires.Unix()}, nil
	},
	"ExtendLease": func(p *player, a arguments) (any, error) {
		expires, err := p.broker.ExtendLease(a.Queue, a.IDs...)
		return map[string]any{"expires_unix": expires.Unix()}, err
	},
	"WriteResult": func(p *player, a arguments) (any, error) {
		return p.broker.WriteResult(a.Queue, a.ID, []byte(a.Data))
	},
	"ListLeaseExpired": func(p *player, a arguments) (any, error) {
		messages, err := p.broker.ListLeaseExpired(time.Unix(a.Cutoff, 0), a.Queues...)
		listed := []any{}
		for _, msg := range messages {
			listed = append(listed, map[string]any{"id": text(msg.ID), "queue": text(msg.Queue), "msg": encoded(msg)})
		}
		return listed, err
	},
	"ForwardIfReady": silent(func(p *player, a arguments) error { return p.broker.ForwardIfReady(a.Queues...) }),
	"DeleteExpiredCompletedTasks": silent(func(p *player, a arguments) error {
		return p.broker.DeleteExpiredCompletedTasks(a.Queue, a.Batch)
	}),
	"Recover": recoverAll,
	"Redis":   execute,

	"AggregationCheck": func(p *player, a arguments) (any, error) {
		name, err := p.broker.AggregationCheck(a.Queue, a.Group, time.Unix(a.T, 0), seconds(a.Grace), seconds(a.MaxDelay),
			a.MaxSize)
		if name != "" {
			p.sets.add(name)
		}
		return p.sets.hide(name), err
	},
	"ReadAggregationSet": func(p *player, a arguments) (any, error) {
		messages, deadline, err := p.broker.ReadAggregationSet(a.Queue, a.Group, p.sets.show(a.Set))
		read := []any{}
		for _, msg := range messages {
			read = append(read, map[string]any{"id": text(msg.ID), "msg": encoded(msg)})
		}
		return map[string]any{"deadline_unix": deadline.Unix(), "messages": read}, err
	},
	"DeleteAggregationSet": silent(func(p *player, a arguments) error {
		return p.broker.DeleteAggregationSet(p.ctx, a.Queue, a.Group, p.sets.show(a.Set))
	}),
	"ReclaimStaleAggregationSets": silent(func(p *player, a arguments) error {
		return p.broker.ReclaimStaleAggregationSets(a.Queue)
	}),
	"ListGroups": func(p *player, a arguments) (any, error) { return sorted(p.broker.ListGroups(a.Queue)) },

	"WriteServerState":            silent(writeServerState),
	"WriteSchedulerEntries":       silent(writeSchedulerEntries),
	"RecordSchedulerEnqueueEvent": silent(recordEvent),
	"ClearServerState": silent(func(p *player, a arguments) error {
		return p.broker.ClearServerState(a.Host, a.PID, a.ServerID)
	}),
	"ClearSchedulerEntries": silent(func(p *player, a arguments) error {
		return p.broker.ClearSchedulerEntries(a.SchedulerID)
	}),
	"ClearSchedulerHistory": silent(func(p *player, a arguments) error { return p.broker.ClearSchedulerHistory(a.EntryID) }),
	"PublishCancelation":    cancel,

	"AllQueues":                  func(p *player, a arguments) (any, error) { return sorted(p.broker.AllQueues()) },
	"CurrentStats":               currentStats,
	"HistoricalStats":            historicalStats,
	"GroupStats":                 groupStats,
	"GetTaskInfo":                getTaskInfo,
	"ListPending":                listing((*rdb.RDB).ListPending),
	"ListActive":                 listing((*rdb.RDB).ListActive),
	"ListScheduled":              listing((*rdb.RDB).ListScheduled),
	"ListRetry":                  listing((*rdb.RDB).ListRetry),
	"ListArchived":               listing((*rdb.RDB).ListArchived),
	"ListCompleted":              listing((*rdb.RDB).ListCompleted),
	"ListAggregating":            listAggregating,
	"ListServers":                listServers,
	"ListWorkers":                listWorkers,
	"ListSchedulerEntries":       listSchedulerEntries,
	"ListSchedulerEnqueueEvents": listEvents,
	"ClusterKeySlot":             func(p *player, a arguments) (any, error) { return p.broker.ClusterKeySlot(a.Queue) },

	"RunTask":     silent(func(p *player, a arguments) error { return p.broker.RunTask(a.Queue, a.ID) }),
	"ArchiveTask": silent(func(p *player, a arguments) error { return p.broker.ArchiveTask(a.Queue, a.ID) }),
	"DeleteTask":  silent(func(p *player, a arguments) error { return p.broker.DeleteTask(a.Queue, a.ID) }),
	"UpdateTaskPayload": silent(func(p *player, a arguments) error {
		return p.broker.UpdateTaskPayload(a.Queue, a.ID, []byte(a.Payload))
	}),
	"RunAllScheduledTasks":     changing((*rdb.RDB).RunAllScheduledTasks),
	"RunAllRetryTasks":         changing((*rdb.RDB).RunAllRetryTasks),
	"RunAllArchivedTasks":      changing((*rdb.RDB).RunAllArchivedTasks),
	"ArchiveAllPendingTasks":   changing((*rdb.RDB).ArchiveAllPendingTasks),
	"ArchiveAllScheduledTasks": changing((*rdb.RDB).ArchiveAllScheduledTasks),
	"ArchiveAllRetryTasks":     changing((*rdb.RDB).ArchiveAllRetryTasks),
	"DeleteAllPendingTasks":    changing((*rdb.RDB).DeleteAllPendingTasks),
	"DeleteAllScheduledTasks":  changing((*rdb.RDB).DeleteAllScheduledTasks),
	"DeleteAllRetryTasks":      changing((*rdb.RDB).DeleteAllRetryTasks),
	"DeleteAllArchivedTasks":   changing((*rdb.RDB).DeleteAllArchivedTasks),
	"DeleteAllCompletedTasks":  changing((*rdb.RDB).DeleteAllCompletedTasks),
	"RunAllAggregatingTasks": func(p *player, a arguments) (any, error) {
		return p.broker.RunAllAggregatingTasks(a.Queue, a.Group)
	},
	"ArchiveAllAggregatingTasks": func(p *player, a arguments) (any, error) {
		return p.broker.ArchiveAllAggregatingTasks(a.Queue, a.Group)
	},
	"DeleteAllAggregatingTasks": func(p *player, a arguments) (any, error) {
		return p.broker.DeleteAllAggregatingTasks(a.Queue, a.Group)
	},
	"Pause":       silent(func(p *player, a arguments) error { return p.broker.Pause(a.Queue) }),
	"Unpause":     silent(func(p *player, a arguments) error { return p.broker.Unpause(a.Queue) }),
	"RemoveQueue": silent(func(p *player, a arguments) error { return p.broker.RemoveQueue(a.Queue, a.Force) }),
}

func silent(do func(*player, arguments) error) call {
	return func(p *player, a arguments) (any, error) {
		if err := do(p, a); err != nil {
			return nil, err
		}
		return nil, noResult
	}
}

// sending is a call with a message.
func sending(do func(*player, *base.TaskMessage, arguments) error) call {
	return silent(func(p *player, a arguments) error {
		msg, err := base.DecodeMessage([]byte(a.Msg))
		if err != nil {
			panic(fmt.Sprintf("the argument msg is no message: %v", err))
		}
		if a.PayloadEmpty {
			msg.Payload = []byte{}
		}
		return do(p, msg, a)
	})
}

func changing(do func(*rdb.RDB, string) (int64, error)) call {
	return func(p *player, a arguments) (any, error) { return do(p.broker, a.Queue) }
}

func listing(do func(*rdb.RDB, string, rdb.Pagination) ([]*base.TaskInfo, error)) call {
	return func(p *player, a arguments) (any, error) {
		return infos(do(p.broker, a.Queue, rdb.Pagination{Size: a.Size, Page: a.Page}))
	}
}

func listAggregating(p *player, a arguments) (any, error) {
	return infos(p.broker.ListAggregating(a.Queue, a.Group, rdb.Pagination{Size: a.Size, Page: a.Page}))
}

func getTaskInfo(p *player, a arguments) (any, error) {
	task, err := p.broker.GetTaskInfo(a.Queue, a.ID)
	if err != nil {
		return nil, err
	}
	return info(task), nil
}

func infos(tasks []*base.TaskInfo, err error) (any, error) {
	written := []any{}
	for _, task := range tasks {
		written = append(written, info(task))
	}
	return written, err
}

func info(task *base.TaskInfo) map[string]any {
	written := map[string]any{"id": text(task.Message.ID), "msg": encoded(task.Message), "state": task.State.String()}
	if len(task.Result) > 0 {
		written["result"] = inHex(string(task.Result))
	}
	if at := task.NextProcessAt; !at.IsZero() {
		written["next_process_at_unix"] = at.Unix()
		if at.Nanosecond() != 0 {
			written["next_process_at_nanos"] = at.Nanosecond()
		}
	}
	return written
}

func encoded(msg *base.TaskMessage) any {
	bytes, err := base.EncodeMessage(msg)
	if err != nil {
		panic(err)
	}
	return inHex(string(sortMap(bytes, messageHeaders)))
}

func sorted(names []string, err error) (any, error) {
	sort.Strings(names)
	written := []any{}
	for _, name := range names {
		written = append(written, text(name))
	}
	return written, err
}

// recoverAll does what asynq's recoverer does.
func recoverAll(p *player, a arguments) (any, error) {
	const expired = "asynq: task lease expired"
	tasks := []any{}
	result := map[string]any{}
	messages, err := p.broker.ListLeaseExpired(time.Unix(a.Cutoff, 0), a.Queues...)
	if err != nil {
		result["list_error"] = p.error(err)
		messages = nil
	}
	for _, msg := range messages {
		outcome := "retry"
		if msg.Retried >= msg.Retry {
			outcome = "archive"
			err = p.broker.Archive(p.ctx, msg, expired)
		} else {
			err = p.broker.Retry(p.ctx, msg, p.clock.Now().Add(seconds(a.Delay)), expired, true)
		}
		written := map[string]any{"id": text(msg.ID), "queue": text(msg.Queue), "outcome": outcome}
		if err != nil {
			written["error"] = p.error(err)
		}
		tasks = append(tasks, written)
	}
	for _, queue := range a.Queues {
		// the recoverer logs the error and goes on
		_ = p.broker.ReclaimStaleAggregationSets(queue)
	}
	result["tasks"] = tasks
	return result, nil
}

// execute sends commands that do not come from asynq.
func execute(p *player, a arguments) (any, error) {
	for _, command := range a.Commands {
		words := make([]any, len(command))
		for i, word := range command {
			words[i] = p.sets.show(string(word))
		}
		if err := p.client.Do(p.ctx, words...).Err(); err != nil {
			return nil, err
		}
	}
	return nil, noResult
}

func cancel(p *player, a arguments) (any, error) {
	subscription, err := p.broker.CancelationPubSub()
	if err != nil {
		return nil, err
	}
	defer subscription.Close()
	if err := p.broker.PublishCancelation(a.ID); err != nil {
		return nil, err
	}
	message, err := subscription.ReceiveMessage(p.ctx)
	if err != nil {
		return nil, err
	}
	return map[string]any{"channel": message.Channel, "received": text(message.Payload)}, nil
}

func writeServerState(p *player, a arguments) error {
	server, err := base.DecodeServerInfo([]byte(a.Info))
	if err != nil {
		return err
	}
	var workers []*base.WorkerInfo
	for _, each := range a.Workers {
		worker, err := base.DecodeWorkerInfo([]byte(each))
		if err != nil {
			return err
		}
		workers = append(workers, worker)
	}
	return p.broker.WriteServerState(server, workers, seconds(a.TTL))
}

func writeSchedulerEntries(p *player, a arguments) error {
	var entries []*base.SchedulerEntry
	for _, each := range a.Entries {
		entry, err := base.DecodeSchedulerEntry([]byte(each))
		if err != nil {
			return err
		}
		entries = append(entries, entry)
	}
	return p.broker.WriteSchedulerEntries(a.SchedulerID, entries, seconds(a.TTL))
}

func recordEvent(p *player, a arguments) error {
	event, err := base.DecodeSchedulerEnqueueEvent([]byte(a.Event))
	if err != nil {
		return err
	}
	return p.broker.RecordSchedulerEnqueueEvent(a.EntryID, event)
}

func listServers(p *player, a arguments) (any, error) {
	servers, err := p.broker.ListServers()
	return messages("servers_hex", servers, base.EncodeServerInfo, serverQueues, false), err
}

func listWorkers(p *player, a arguments) (any, error) {
	workers, err := p.broker.ListWorkers()
	return messages("workers_hex", workers, base.EncodeWorkerInfo, 0, true), err
}

func listSchedulerEntries(p *player, a arguments) (any, error) {
	entries, err := p.broker.ListSchedulerEntries()
	return messages("entries_hex", entries, base.EncodeSchedulerEntry, 0, false), err
}

func listEvents(p *player, a arguments) (any, error) {
	events, err := p.broker.ListSchedulerEnqueueEvents(a.EntryID, rdb.Pagination{Size: a.Size, Page: a.Page})
	return messages("events_hex", events, base.EncodeSchedulerEnqueueEvent, 0, false), err
}

func messages[T any](name string, all []T, encode func(T) ([]byte, error), field protowire.Number, inOrder bool) any {
	written := []string{}
	for _, each := range all {
		bytes, err := encode(each)
		if err != nil {
			panic(err)
		}
		if field != 0 {
			bytes = sortMap(bytes, field)
		}
		written = append(written, fmt.Sprintf("%x", bytes))
	}
	if inOrder {
		sort.Strings(written)
	}
	return map[string]any{name: written}
}

func currentStats(p *player, a arguments) (any, error) {
	stats, err := p.broker.CurrentStats(a.Queue)
	if err != nil {
		return nil, err
	}
	// an estimate of Redis, of which only the sign is the same each time
	var memory any = stats.MemoryUsage
	if stats.MemoryUsage == 0 {
		memory = "zero"
	} else if stats.MemoryUsage > 0 {
		memory = "positive"
	}
	return map[string]any{"queue": text(stats.Queue), "memory_usage": memory, "paused": stats.Paused, "size": stats.Size,
		"groups": stats.Groups, "pending": stats.Pending, "active": stats.Active, "scheduled": stats.Scheduled,
		"retry": stats.Retry, "archived": stats.Archived, "completed": stats.Completed, "aggregating": stats.Aggregating,
		"processed": stats.Processed, "failed": stats.Failed, "processed_total": stats.ProcessedTotal,
		"failed_total": stats.FailedTotal, "latency_ns": stats.Latency.Nanoseconds(),
		"timestamp_unix": stats.Timestamp.Unix()}, nil
}

func historicalStats(p *player, a arguments) (any, error) {
	days, err := p.broker.HistoricalStats(a.Queue, a.Days)
	written := []any{}
	for _, day := range days {
		written = append(written, map[string]any{"date": day.Time.Format("2006-01-02"), "time_unix": day.Time.Unix(),
			"processed": day.Processed, "failed": day.Failed})
	}
	return written, err
}

func groupStats(p *player, a arguments) (any, error) {
	stats, err := p.broker.GroupStats(a.Queue)
	sort.Slice(stats, func(i, j int) bool { return stats[i].Group < stats[j].Group })
	written := []any{}
	for _, each := range stats {
		written = append(written, map[string]any{"group": text(each.Group), "size": each.Size})
	}
	return written, err
}
