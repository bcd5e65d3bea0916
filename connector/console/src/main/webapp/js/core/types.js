/**
 * The shapes of the REST interface.
 * @typedef {'pending'|'active'|'scheduled'|'retry'|'archived'|'completed'|'aggregating'} TaskState
 * @typedef {{user: string, roles: string[], csrfToken: string, readOnly: boolean, redis: string[], version: string,
 *   refreshMs: number, home?: string | null, actions: Record<string, string[]>,
 *   limits: {deleteTyped: number, maxPace: number}}} Session
 * @typedef {{severity: 'error'|'warning'|'info', code: string, queue?: string | null, message: string, advice?: string
 *   | null}} Finding
 * @typedef {{at: string, processed: number, failed: number, pending: number, latencyMs: number}} Point
 * @typedef {{date: string, processed: number, failed: number}} Day
 * @typedef {{at: string, stale: boolean, totals: Record<TaskState, number>, processedToday: number,
 *   failedToday: number, queues: number, pausedQueues: number, servers: number, lanes: number, busyLanes: number,
 *   memoryBytes: number, series: Point[], history?: Day[], findings: Finding[], findingsTotal?: number,
 *   freshness?: Freshness}} Overview
 * @typedef {{queues: number, fresh: number, oldestAt?: string | null, unread: number}} Freshness
 * @typedef {{address: string, up: boolean, memoryBytes: number, maxMemoryBytes: number, clients: number,
 *   opsPerSecond: number}} RedisNode
 * @typedef {{name: string, state: 'run'|'paused', pending: number, active: number, scheduled: number, retry: number,
 *   archived: number, completed: number, aggregating: number, groups: number, size: number, memoryBytes: number,
 *   latencyMs: number, processedToday: number, failedToday: number, processedTotal: number, failedTotal: number,
 *   consumers: number, at: string}} Queue
 * @typedef {Queue & {history: Day[], groupList: {name: string, size: number}[], findings: Finding[], errors:
 *   ErrorGroup[]}} QueueDetail
 * @typedef {{percent: number, message?: string | null}} Progress
 * @typedef {{id: string, queue: string, type: string, state: TaskState, group?: string | null, payload: string,
 *   retried: number, maxRetry: number, lastError?: string | null, lastFailedAt?: string | null, nextProcessAt?: string
 *   | null, completedAt?: string | null, since?: string | null, orphaned?: boolean, headers?: number,
 *   progress?: Progress | null}} TaskRow
 * @typedef {{kind: 'json'|'text'|'binary', text?: string | null, base64?: string | null, size: number,
 *   truncated?: boolean, masked?: boolean}} Content
 * @typedef {Omit<TaskRow, 'payload'|'headers'> & {payload: Content, result?: Content | null, headers?: Record<string,
 *   string>, timeoutMs?: number | null, deadline?: string | null, retentionMs?: number | null, uniqueKey?: string |
 *   null, lockHeld?: boolean, recoveries?: number, startedAt?: string | null, server?: string | null, attempts?:
 *   Attempt[], actions?: string[]}} TaskDetail
 * @typedef {{number: number, count: number, outcome: 'completed'|'failed'|'requeued'|'lease_expired'|'not_recorded',
 *   startedAt?: string | null, endedAt?: string | null, durationMs?: number | null, server?: string | null,
 *   error?: string | null, traceId?: string | null}} Attempt
 * @typedef {{at?: string | null, type?: string | null, processed: number, failed: number, waitingCount: number,
 *   waitingP50Ms?: number | null, waitingP95Ms?: number | null, runningCount: number, runningP50Ms?: number | null,
 *   runningP95Ms?: number | null}} StatisticsRow
 * @typedef {{queue: string, range: '1h'|'24h'|'7d'|'30d', stepMs: number, type?: string | null, total?: StatisticsRow |
 *   null, points: StatisticsRow[], types: StatisticsRow[], recorded: number, counted: number}} Statistics
 * @typedef {{id: string, at: string, user: string, text: string}} Marker
 * @typedef {{items: TaskRow[], next?: string | null, examined: number, complete: boolean,
 *   counts?: Partial<Record<TaskState, number>> | null}} TaskPage
 * @typedef {{signature: string, count: number, firstSeen: string, lastSeen: string, queues: string[], types: string[],
 *   sampleId: string, sampleQueue: string, sampleError: string}} ErrorGroup
 * @typedef {'run'|'archive'|'delete'|'cancel'} BulkAction
 * @typedef {{q: string, matching: number, examined: number, complete: boolean, next?: string | null, tookMs: number,
 *   sample: TaskRow[], archives: {queue: string, tasks: number, room: number}[], needsTyped: boolean}} Preview
 * @typedef {{id: string, action: BulkAction|'restore', q: string, reason?: string | null, user: string,
 *   state: 'running'|'paused'|'done'|'cancelled'|'failed', pace?: number | null, matching: number, total?: number |
 *   null, examined: number, changed: number, skipped: number, failed: number, startedAt: string, updatedAt: string,
 *   message?: string | null, undoes?: string | null, undoneBy?: string | null}} Job
 * @typedef {{id: string, type: string, queue: string, payload: string, startedAt?: string | null, deadline?: string |
 *   null}} RunningTask
 * @typedef {{id: string, host: string, pid: number, concurrency: number, queues: Record<string, number>,
 *   strict: boolean, status: string, startedAt: string, running: RunningTask[]}} Server
 * @typedef {{items: Server[], coverage: {queue: string, servers: number}[]}} Servers
 * @typedef {{id: string, spec: string, type: string, queue: string, payload?: string | null, options: string[],
 *   next?: string | null, previous?: string | null, paused: boolean, controllable: boolean, watchedSince?: string |
 *   null, goneSince?: string | null, specProblem?: string | null, specWords?: string | null, nextRuns: string[],
 *   runs?: CronRun[], missed: string[]}} CronEntry
 * @typedef {{taskId: string, at: string, state?: string | null}} CronRun
 * @typedef {{version: string, mode: string, uptimeS: number, memoryBytes: number, peakBytes: number,
 *   maxMemoryBytes: number, evictionPolicy: string, aof?: boolean | null, clients: number, opsPerSecond: number,
 *   cluster?: Record<string, any> | null, nodes?: RedisNode[] | null, slowLog: {at: string, micros: number,
 *   command: string, node?: string | null}[], raw: Record<string, any>}} Info
 * @typedef {{id: string, at: string, user: string, action: string, redis?: string, queue?: string | null, task?: string
 *   | null, filter?: string | null, count?: number | null, result: string, detail?: string | null}} AuditEntry
 * @typedef {'error'|'warning'|'info'} Severity
 * @typedef {{code: string, queues: string, limit: number, severity: Severity}} Threshold
 * @typedef {{id: string, code?: string | null, queues?: string | null, until: string, reason: string, user: string,
 *   createdAt: string}} Silence
 * @typedef {{revision: number, minSeverity: Severity, holdMs: number, reminderMs: number, off: string[],
 *   thresholds: Threshold[], silences: Silence[]}} AlertSettings
 * @typedef {{target: string, state: 'none'|'sent'|'failed'|'unknown', at?: string | null, attempts: number,
 *   retryAt?: string | null, error?: string | null}} Delivery
 * @typedef {{id: string, code: string, queue: string, manyQueues: boolean, severity: Severity, message: string,
 *   advice?: string | null, state: 'waiting'|'open'|'resolved', since: string, openedAt?: string | null,
 *   resolvedAt?: string | null, silence?: Silence | null, deliveries: Delivery[]}} Incident
 * @typedef {{name: string, kind: 'webhook'|'mail', address: string}} AlertTarget
 * @typedef {{enabled: boolean, intervalMs: number, status?: {at: string, node: string, tookMs: number} | null,
 *   incidents: Incident[], settings: AlertSettings, codes: string[], targets: AlertTarget[]}} AlertsView
 */
export {};
