/**
 * The shapes of the REST interface.
 *
 * @typedef {'pending'|'active'|'scheduled'|'retry'|'archived'|'completed'|'aggregating'} TaskState
 * @typedef {{user: string, roles: string[], csrfToken: string, readOnly: boolean, redis: string[], version: string,
 *   refreshMs: number}} Session
 * @typedef {{severity: 'error'|'warning'|'info', code: string, queue?: string | null, message: string,
 *   advice?: string | null}} Finding
 * @typedef {{at: string, processed: number, failed: number, pending: number}} Point
 * @typedef {{date: string, processed: number, failed: number}} Day
 * @typedef {{at: string, stale: boolean, totals: Record<TaskState, number>, processedToday: number, failedToday: number,
 *   queues: number, pausedQueues: number, servers: number, lanes: number, busyLanes: number, memoryBytes: number,
 *   series: Point[], history?: Day[], findings: Finding[]}} Overview
 * @typedef {{name: string, state: 'run'|'paused', pending: number, active: number, scheduled: number, retry: number,
 *   archived: number, completed: number, aggregating: number, groups: number, size: number, memoryBytes: number,
 *   latencyMs: number, processedToday: number, failedToday: number, processedTotal: number, failedTotal: number,
 *   consumers: number, at: string}} Queue
 * @typedef {Queue & {history: Day[], groupList: {name: string, size: number}[], findings: Finding[],
 *   errors: ErrorGroup[]}} QueueDetail
 * @typedef {{percent: number, message?: string | null}} Progress
 * @typedef {{id: string, queue: string, type: string, state: TaskState, group?: string | null, payload: string,
 *   retried: number, maxRetry: number, lastError?: string | null, lastFailedAt?: string | null,
 *   nextProcessAt?: string | null, completedAt?: string | null, since?: string | null, orphaned?: boolean, headers?: number,
 *   progress?: Progress | null}} TaskRow
 * @typedef {{kind: 'json'|'text'|'binary', text?: string | null, base64?: string | null, size: number,
 *   truncated?: boolean, masked?: boolean}} Content
 * @typedef {Omit<TaskRow, 'payload'|'headers'> & {payload: Content, result?: Content | null,
 *   headers?: Record<string, string>, timeoutMs?: number | null, deadline?: string | null, retentionMs?: number | null,
 *   uniqueKey?: string | null, lockHeld?: boolean, recoveries?: number, startedAt?: string | null,
 *   server?: string | null, actions?: string[]}} TaskDetail
 * @typedef {{items: TaskRow[], next?: string | null, examined: number, complete: boolean,
 *   counts?: Partial<Record<TaskState, number>> | null}} TaskPage
 * @typedef {{signature: string, count: number, firstSeen: string, lastSeen: string, queues: string[], types: string[],
 *   sampleId: string, sampleQueue: string, sampleError: string}} ErrorGroup
 * @typedef {'run'|'archive'|'delete'|'cancel'} BulkAction
 * @typedef {{matching: number, examined: number, complete: boolean, sample: TaskRow[], needsTyped: boolean}} Preview
 * @typedef {{id: string, action: BulkAction, q: string, reason?: string | null, user: string,
 *   state: 'running'|'paused'|'done'|'cancelled'|'failed', matching: number, examined: number, changed: number,
 *   skipped: number, failed: number, startedAt: string, updatedAt: string, message?: string | null}} Job
 * @typedef {{id: string, type: string, queue: string, payload: string, startedAt?: string | null,
 *   deadline?: string | null}} RunningTask
 * @typedef {{id: string, host: string, pid: number, concurrency: number, queues: Record<string, number>, strict: boolean,
 *   status: string, startedAt: string, running: RunningTask[]}} Server
 * @typedef {{items: Server[], coverage: {queue: string, servers: number}[]}} Servers
 * @typedef {{id: string, spec: string, type: string, queue: string, payload?: string | null, options: string[],
 *   next?: string | null, previous?: string | null, paused: boolean, controllable: boolean}} CronEntry
 * @typedef {{version: string, mode: string, uptimeS: number, memoryBytes: number, peakBytes: number,
 *   maxMemoryBytes: number, evictionPolicy: string, aof: boolean, clients: number, opsPerSecond: number,
 *   cluster?: Record<string, any> | null, slowLog: {at: string, micros: number, command: string}[],
 *   raw: Record<string, any>}} Info
 * @typedef {{id: string, at: string, user: string, action: string, redis?: string, queue?: string | null,
 *   task?: string | null, filter?: string | null, count?: number | null, result: string,
 *   detail?: string | null}} AuditEntry
 */
export {};
