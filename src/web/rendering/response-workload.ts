// Every route declares how its response grows with the data.
import { type CustomDecorator, SetMetadata } from '@nestjs/common';
import type { RequestInput } from '../http/request-input.js';

export type ResponseWorkload =
  | 'small'
  /** Paginated HTML with truncated values; large pages queue for rendering. */
  | 'page'
  /** Built in memory: queued, few at once. */
  | 'whole'
  /** Sent at the client's pace. */
  | 'stream'
  /** Long-lived connection, limited per person. */
  | 'held open'
  /** The handler queues itself once the specification's route is known. */
  | 'of its route';

/** For responses whose growth depends on the query. */
export type WorkloadOfRequest = (request: Pick<RequestInput, 'query'>) => ResponseWorkload;

export const RESPONSE_WORKLOAD = 'answer kind';

/** On a controller: default for its handlers. */
export const Workload = (kind: ResponseWorkload | WorkloadOfRequest): CustomDecorator =>
  SetMetadata(RESPONSE_WORKLOAD, kind);

/** Undeclared reads may grow, so they queue; commands return small results. */
export const getDefaultWorkload = (method: string): ResponseWorkload =>
  method === 'GET' || method === 'HEAD' ? 'whole' : 'small';
