import { once } from 'node:events';
import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { v7 as uuid } from 'uuid';
import { hiddenIn, PEOPLE, type Browser } from '../web/daybook.js';
import { startObservedDaybook, type ObservedDaybook } from './observed-daybook.js';
import { startOtlpReceiver, type OtlpReceiver, type ReceivedSpan } from './otlp-receiver.js';

const SERVER = 2;
const PRODUCER = 4;
const CONSUMER = 5;
const ERROR = 2;
const TITLE = 'Paper of a kind that no span may name';

let receiver: OtlpReceiver;
let observed: ObservedDaybook;
let clerk: Browser;

beforeAll(async () => {
  receiver = await startOtlpReceiver();
  observed = await startObservedDaybook({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_METRICS_EXPORTER: 'none',
    OTEL_BSP_SCHEDULE_DELAY: '20',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=tests',
  });
  clerk = await observed.daybook.as('clerk');
});

afterAll(async () => {
  await observed.close();
  await receiver.close();
});

const traceOf = (answer: { readonly headers: Readonly<Record<string, string>> }) =>
  answer.headers['x-correlation-id']!.replaceAll('-', '');

const spansOf = (traceId: string) => receiver.spans.filter((span) => span.traceId === traceId);

/** With the projections of a record's event. */
async function wholeTrace(traceId: string): Promise<readonly ReceivedSpan[]> {
  return receiver.until(() => {
    const names = spansOf(traceId).map(({ name }) => name);
    const isWhole = ['project records', 'project timeline'].every((name) => names.includes(name));
    return isWhole && names.some((name) => name.startsWith('POST ')) && spansOf(traceId);
  });
}

const named = (spans: readonly ReceivedSpan[], start: string) =>
  spans.filter(({ name }) => name.startsWith(start));

const open = (fields: object, headers: Record<string, string> = {}) =>
  clerk.post('/api/orders/Order').set(headers).send({ fields });

describe('the trace of a request that opens a record', () => {
  let spans: readonly ReceivedSpan[];

  beforeAll(async () => {
    const answer = await open({ title: TITLE });
    expect(answer.status).toBe(201);
    spans = await wholeTrace(traceOf(answer));
  });

  it('has the request as its only root, named by its route', () => {
    const roots = spans.filter(({ parentSpanId }) => parentSpanId === undefined);
    expect(roots).toMatchObject([
      {
        name: expect.stringMatching(/^POST \/api\/:\w+\/:\w+$/),
        kind: SERVER,
        attributes: { 'http.request.method': 'POST', 'http.response.status_code': 201 },
      },
    ]);
  });

  it('leads from the request to the command, to the append, and to each projection', () => {
    const [root] = named(spans, 'POST');
    const [command] = named(spans, 'command OpenRecord');
    const appends = named(spans, 'append').filter(({ parentSpanId }) => parentSpanId === command!.spanId);
    const ofRecord = appends.find(({ attributes }) =>
      (attributes['daybook.event_types'] as string[]).includes('record.opened'),
    )!;
    expect(command!.parentSpanId).toBe(root!.spanId);
    expect(command!.attributes).toEqual({
      'daybook.command': 'OpenRecord',
      'daybook.outcome': 'accepted',
    });
    expect(ofRecord).toMatchObject({ kind: PRODUCER, attributes: { 'daybook.application': 'orders' } });
    for (const name of ['project records', 'project timeline'])
      expect(named(spans, name).find(({ parentSpanId }) => parentSpanId === ofRecord.spanId)).toMatchObject({
        kind: CONSUMER,
      });
  });

  it('has no span twice', () => {
    const ids = spans.map(({ spanId }) => spanId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('says which Daybook it is', () => {
    expect(spans[0]!.resource).toMatchObject({
      'service.name': 'daybook',
      'service.version': '0.0.1',
      'daybook.role': 'all',
      'deployment.environment.name': 'tests',
    });
  });
});

describe('the trace of a form that a browser posts', () => {
  it('leads to the command as well, although the body arrives in parts, after the request', async () => {
    const form = hiddenIn((await clerk.get('/orders/orders/new')).text);
    const body = new URLSearchParams({ ...form, title: TITLE }).toString();
    const server = observed.daybook.app.getHttpServer() as Server;
    const posting = clerk
      .post('/orders/orders/new')
      .set('Content-Type', 'application/x-www-form-urlencoded')
      .set('Content-Length', String(body.length));
    const arrived = once(server, 'request');
    posting.write(body.slice(0, 10));
    await arrived;
    posting.write(body.slice(10));
    const answering = new Promise<Response>((resolve, reject) =>
      posting.end((error: unknown, answer: Response) => (answer ? resolve(answer) : reject(error))),
    );
    const answer = await answering;
    expect(answer.status).toBe(303);
    const spans = await wholeTrace(traceOf(answer));
    const [root] = named(spans, 'POST');
    expect(named(spans, 'command OpenRecord')).toMatchObject([{ parentSpanId: root!.spanId }]);
  });
});

describe('the trace of a refused command', () => {
  it('has the codes of the refusal, and is no failure', async () => {
    const answer = await open({ notes: TITLE });
    expect(answer.status).toBe(422);
    const [command] = await receiver.until(() => {
      const found = named(spansOf(traceOf(answer)), 'command');
      return found.length > 0 && found;
    });
    expect(command).toMatchObject({
      attributes: {
        'daybook.command': 'OpenRecord',
        'daybook.outcome': 'refused',
        'daybook.refusal': [answer.body.code],
      },
    });
    expect(command!.status.code).not.toBe(ERROR);
  });
});

describe('a repeated command', () => {
  it('is marked as repeated, and appends nothing', async () => {
    const key = { 'Idempotency-Key': uuid() };
    await open({ title: TITLE }, key);
    const answer = await open({ title: TITLE }, key);
    const traceId = traceOf(answer);
    await receiver.until(() => named(spansOf(traceId), 'POST').length > 0);
    expect(named(spansOf(traceId), 'command')).toMatchObject([
      { attributes: { 'daybook.outcome': 'repeated' } },
    ]);
    expect(named(spansOf(traceId), 'append')).toEqual([]);
  });
});

describe('a caller that sends a trace of its own', () => {
  it('is linked, and chooses neither the trace nor whether it is kept', async () => {
    const [traceId, spanId] = ['a'.repeat(32), 'b'.repeat(16)];
    const answer = await clerk.get('/').set('traceparent', `00-${traceId}-${spanId}-00`);
    const [span] = await receiver.until(() => {
      const found = named(spansOf(traceOf(answer)), 'GET');
      return found.length > 0 && found;
    });
    expect(span!.links).toMatchObject([{ traceId, spanId }]);
    expect(spansOf(traceId)).toEqual([]);
  });

  it.each(['', 'nonsense', `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`, `00-${'a'.repeat(31)}-b-01`])(
    'is ignored with %j',
    async (traceparent) => {
      const answer = await clerk.get('/').set('traceparent', traceparent);
      const [span] = await receiver.until(() => {
        const found = named(spansOf(traceOf(answer)), 'GET');
        return found.length > 0 && found;
      });
      expect([answer.status, span!.links]).toEqual([200, []]);
    },
  );
});

describe('every span', () => {
  it('has no value, name of a person, id of a record, search or token', async () => {
    const secret = 'one-time-token-in-an-address';
    const planted = 'a-search-for-somebody';
    const answer = await clerk.get(`/orders/orders?q=${planted}`);
    await clerk.get(`/-/link/${secret}`);
    await clerk.get(`/${secret}/nowhere/${planted}`);
    const last = await clerk.get('/');
    await receiver.until(() => named(spansOf(traceOf(last)), 'GET').length > 0);
    expect(answer.status).toBe(200);
    const text = JSON.stringify(receiver.spans);
    expect(receiver.spans.length).toBeGreaterThan(20);
    for (const { id, name } of Object.values(PEOPLE)) {
      expect(text).not.toContain(name);
      expect(text).not.toContain(id);
    }
    for (const value of [TITLE, secret, planted]) expect(text).not.toContain(value);
  });

  it('is of no health check and no asset, which monitors and browsers ask for all the time', async () => {
    await clerk.get('/-/live');
    await clerk.get('/-/ready');
    await clerk.get('/assets/none.css');
    const last = await clerk.get('/');
    await receiver.until(() => named(spansOf(traceOf(last)), 'GET').length > 0);
    expect(
      receiver.spans.filter(({ attributes }) => /-\/live|-\/ready/.test(String(attributes['http.route']))),
    ).toEqual([]);
  });
});
