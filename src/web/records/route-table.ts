// Every kind of route of an application, once: its page, the form that is posted to it, its call of the API, and whom it is open to.
import type { z } from 'zod';
import { hasGrantedRole } from '#domain/permissions.js';
import { canEraseRecords } from '#domain/record/erasure/erase-due-record.js';
import type { ReadRights } from '#query-handling/visibility/read-rights.js';
import type { Action } from '#specification/model/specification.js';
import type { AnswerKind } from '../rendering/answer-kind.js';
import { sendRecord, sendRecords } from '../json/record-answers.js';
import { bodies, type BodySchema } from '../json/record-bodies.js';
import type { FormRoute } from './forms/form-route.js';
import { ACTION_FORM, EDIT_FORM, OPEN_FORM } from './forms/record-form.js';
import { ASSIGN_FORM, COMMENT_FORM, REFUSE_FORM, TAKE_BACK_FORM } from './forms/small-form.js';
import type { RequestContext } from '../requests/request-context.js';
import { type RecordRequest } from '../requests/record-request.js';
import type { WriteKind } from '../requests/record-submission.js';
import { type RouteKind } from '../addresses/page-addresses.js';
import type { RecordContext } from './record-context.js';
import { sendFeed } from '../screens/send-feed.js';
import { sendFile } from './send-file.js';
import { showBoard } from '../screens/show-board.js';
import { eraseBody, eraseByApi, eraseByForm, erasedSchema } from './retention/erase-due.js';
import { dueSchema, sendDue, showDue } from './retention/show-due.js';
import { showCalendar } from '../screens/show-calendar.js';
import { sendExport, showList } from '../screens/show-list.js';
import { sendReport, sendReportCsv, showReport } from '../screens/show-report.js';
import { showRecord, watchRecord } from './show-record.js';

interface ApiCall {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Below `/api/:application/:entity`. */
  readonly path: '' | `/:id${string}` | '/reports/:report' | '/calendars/:calendar' | '/retention';
  /** Of what was done. */
  readonly status: 200 | 201;
  /** Needs If-Match. */
  readonly versioned: boolean;
}

/** Answered by itself, not by a command on one record. */
export interface ReadCall extends ApiCall {
  readonly method: 'GET' | 'POST';
  /** What is sent, and what comes back, where that is no record. */
  readonly body?: z.ZodType;
  readonly answers?: z.ZodType;
  readonly kind: AnswerKind;
  readonly answer: (exchange: RequestContext, recordRequest: RecordRequest) => Promise<void>;
}

export interface WriteCall extends ApiCall {
  readonly method: 'POST' | 'PATCH';
  /** What is sent, with what is known of the record's fields. */
  readonly bodyWith: BodySchema;
}

/** What answers GET, and how that answer grows. */
interface PageAnswer {
  readonly kind: AnswerKind;
  readonly answer: (exchange: RecordContext, recordRequest: RecordRequest) => Promise<void>;
}

interface RouteEntry {
  readonly page?: PageAnswer;
  /** What is posted to the page, where that is about several records. */
  readonly post?: (exchange: RecordContext, recordRequest: RecordRequest) => Promise<void>;
  /**
   * Whether some role of the person lets them ask; conditions are asked once there is a record to look at. It refuses
   * nobody: that is the domain's to do. `action`: of the kinds that have one.
   */
  readonly permits: (rights: ReadRights, action?: Action) => boolean;
}

/** A kind that is only looked at. */
interface ReadRoute extends RouteEntry {
  readonly api?: ReadCall;
}

/** A kind that writes: by form and by API the same. */
interface WriteRoute extends RouteEntry {
  readonly form: FormRoute;
  readonly api: WriteCall;
}

type Routes = { readonly [Kind in RouteKind]: Kind extends WriteKind ? WriteRoute : ReadRoute };

const reads = ({ any }: ReadRights): boolean => any;

const permitsAction: RouteEntry['permits'] = ({ any, actor }, action) =>
  any && (!action || action.by.length === 0 || action.by.some((role) => actor.roles.includes(role)));

const erases: RouteEntry['permits'] = ({ any, specification, entity, actor }) =>
  any && canEraseRecords(specification, entity, actor);

const get = (path: ApiCall['path'], kind: AnswerKind, answer: ReadCall['answer']): ReadCall => ({
  method: 'GET',
  path,
  status: 200,
  versioned: false,
  kind,
  answer,
});

const page = (answer: PageAnswer['answer']): PageAnswer => ({ kind: 'page', answer });

export const ROUTES: Routes = {
  // Before records: no id is written so.
  retention: {
    page: page(showDue),
    post: eraseByForm,
    api: { ...get('/retention', 'page', sendDue), answers: dueSchema },
    permits: erases,
  },
  eraseDue: {
    api: {
      method: 'POST',
      path: '/retention',
      status: 200,
      versioned: false,
      answer: eraseByApi,
      kind: 'page',
      body: eraseBody,
      answers: erasedSchema,
    },
    permits: erases,
  },
  list: { page: page(showList), api: get('', 'page', sendRecords), permits: reads },
  export: { page: { kind: 'stream', answer: sendExport }, permits: reads },
  board: { page: page(showBoard), permits: reads },
  report: { page: page(showReport), api: get('/reports/:report', 'whole', sendReport), permits: reads },
  calendar: { page: page(showCalendar), permits: reads },
  feed: { api: get('/calendars/:calendar', 'whole', sendFeed), permits: reads },
  reportExport: { page: { kind: 'whole', answer: sendReportCsv }, permits: reads },
  record: { page: page(showRecord), api: get('/:id', 'page', sendRecord), permits: reads },
  live: { page: { kind: 'held open', answer: watchRecord }, permits: reads },
  file: {
    page: { kind: 'small', answer: sendFile },
    api: get('/:id/files/:field/:sha256', 'small', sendFile),
    permits: reads,
  },
  form: {
    page: page(OPEN_FORM.page),
    form: OPEN_FORM,
    api: { method: 'POST', path: '', status: 201, versioned: false, bodyWith: bodies.form },
    permits: ({ entity, actor }) => hasGrantedRole(entity.permissions.open, actor),
  },
  edit: {
    page: page(EDIT_FORM.page),
    form: EDIT_FORM,
    api: { method: 'PATCH', path: '/:id', status: 200, versioned: true, bodyWith: bodies.edit },
    permits: ({ any, entity, actor }) => any && hasGrantedRole(entity.permissions.edit, actor),
  },
  action: {
    page: page(ACTION_FORM.page),
    form: ACTION_FORM,
    api: {
      method: 'POST',
      path: '/:id/actions/:action',
      status: 200,
      versioned: true,
      bodyWith: bodies.action,
    },
    permits: permitsAction,
  },
  refuse: {
    form: REFUSE_FORM,
    api: {
      method: 'POST',
      path: '/:id/actions/:action/refuse',
      status: 200,
      versioned: true,
      bodyWith: bodies.refuse,
    },
    permits: permitsAction,
  },
  takeBack: {
    form: TAKE_BACK_FORM,
    api: {
      method: 'POST',
      path: '/:id/actions/:action/take-back',
      status: 200,
      versioned: false,
      bodyWith: bodies.takeBack,
    },
    permits: reads,
  },
  comment: {
    form: COMMENT_FORM,
    api: { method: 'POST', path: '/:id/comments', status: 201, versioned: false, bodyWith: bodies.comment },
    permits: ({ any, entity, actor }) => any && hasGrantedRole(entity.permissions.comment, actor),
  },
  assign: {
    form: ASSIGN_FORM,
    api: { method: 'POST', path: '/:id/assignee', status: 200, versioned: true, bodyWith: bodies.assign },
    permits: ({ any, entity, actor }) => any && hasGrantedRole(entity.permissions.assign, actor),
  },
};

export const isWritten = (kind: RouteKind): kind is WriteKind => 'form' in ROUTES[kind];

/** What a page of this kind is asked by. */
export function methodsOf(kind: RouteKind): readonly ('GET' | 'POST')[] {
  const { page: answer, post } = ROUTES[kind];
  return [...(answer ? (['GET'] as const) : []), ...(post || isWritten(kind) ? (['POST'] as const) : [])];
}
