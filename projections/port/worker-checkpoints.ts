// How far background workers have got, beside the read models: it is no part of the log.

export interface WorkerCheckpoints {
  /** A position of the log, or a version; undefined: none is recorded under this name. */
  workerCheckpoint(name: string): Promise<number | undefined>;
  recordWorkerCheckpoint(name: string, reached: number): Promise<void>;
  /** Changes nothing where none is recorded, or a later one is. */
  advanceWorkerCheckpoint(name: string, reached: number): Promise<void>;
}
