import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { calling, type Calling } from '../calls/calling.js';
import { json, otherSide, type OtherSide } from '../calls/other-side.js';
import { findFreePort, startObserving, type ObservedTelemetry } from './observed-daybook.js';
import { startOtlpReceiver, type OtlpReceiver, type ReceivedSpan } from './otlp-receiver.js';
import { parsePrometheusText, sumOf } from './prometheus-text.js';

const CLIENT = 3;
const ERROR = 2;

let receiver: OtlpReceiver;
let telemetry: ObservedTelemetry;
let shop: OtherSide;
let running: Calling;
let port: number;

beforeEach(async () => {
  [receiver, shop, port] = await Promise.all([startOtlpReceiver(), otherSide(), findFreePort()]);
  telemetry = await startObserving({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_METRICS_EXPORTER: 'prometheus',
    OTEL_EXPORTER_PROMETHEUS_PORT: String(port),
    OTEL_BSP_SCHEDULE_DELAY: '20',
  });
  running = await calling(`calls:
  order:
    on: Order.place
    post: "${shop.url}/orders/{record.what}"
    body: { what: record.what }
    retries: { times: 2, wait: PT10S }
    then: { set: { code: response.body.id } }`);
});

afterEach(async () => {
  await running.close();
  await telemetry.stop();
  await Promise.all([receiver.close(), shop.close()]);
});

const attempts = async (outcome: string) =>
  sumOf(
    parsePrometheusText(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()),
    'daybook_outbox_attempts_total',
    { daybook_kind: 'call', daybook_outcome: outcome },
  );

const spanOf = async (name: string) =>
  receiver.until(() => receiver.spans.find((span) => span.name === name));

/** From a span to the root of its trace. */
const pathOf = (span: ReceivedSpan): string[] => {
  const parent = receiver.spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [span.name, ...(parent ? pathOf(parent) : [])];
};

describe('a call that a command asks for', () => {
  it('is in the trace of the command, with what its answer led to', async () => {
    shop.answer(json(201, { id: 17 }));
    const id = await running.open({ what: 'tea' });
    await running.act(id, 'place');
    await running.told(id, 'record.call-settled');
    const sent = await spanOf('send call');
    const followed = await spanOf('command FollowUp');
    expect(sent).toMatchObject({
      kind: CLIENT,
      attributes: {
        'daybook.application': 'shop',
        'daybook.call': 'order',
        'http.response.status_code': 201,
      },
    });
    expect(pathOf(sent)).toEqual(['send call', 'append', 'command TakeAction']);
    expect(followed.traceId).toBe(sent.traceId);
    expect(pathOf(followed).at(-1)).toBe('command TakeAction');
    expect(await attempts('sent')).toBe(1);
    expect(await attempts('failed')).toBeUndefined();
  });

  it('that fails is marked, and counted, without its host, its address or its answer', async () => {
    shop.answer(json(503, { secret: 'of the shop' }));
    const id = await running.open({ what: 'tea' });
    await running.act(id, 'place');
    await running.told(id, 'record.call-failed');
    const sent = await spanOf('send call');
    expect(sent.status).toEqual({ code: ERROR });
    expect(await attempts('failed')).toBe(1);
    expect(JSON.stringify(receiver.spans)).not.toMatch(/tea|of the shop|127\.0\.0\.1|\/orders/);
  });
});
