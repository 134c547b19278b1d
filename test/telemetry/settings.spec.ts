import { describe, expect, it } from '@jest/globals';
import { readConfiguration } from '#configuration/configuration.js';
import { readTelemetrySettings } from '#configuration/telemetry-settings.js';

const ENDPOINT = 'http://127.0.0.1:4318';

describe('the variables of OpenTelemetry', () => {
  it.each([
    [{}],
    [{ OTEL_SERVICE_NAME: 'daybook' }],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_PROPAGATORS: 'b3' }],
    [{ OTEL_TRACES_EXPORTER: '' }],
    [{ OTEL_TRACES_EXPORTER: 'otlp', OTEL_SDK_DISABLED: 'TRUE' }],
  ])('leave it off with %j', (environment) => {
    expect(readTelemetrySettings(environment)).toEqual({});
  });

  it.each([
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT },
      { traces: 'http/protobuf', pushedMetrics: { protocol: 'http/protobuf', intervalMs: 60_000 } },
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, OTEL_METRICS_EXPORTER: 'none', OTEL_SDK_DISABLED: 'no' },
      { traces: 'http/protobuf' },
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, OTEL_METRICS_EXPORTER: 'prometheus' },
      { traces: 'http/protobuf', prometheus: { host: '127.0.0.1', port: 9464 } },
    ],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${ENDPOINT}/v1/traces` }, { traces: 'http/protobuf' }],
    [{ OTEL_TRACES_EXPORTER: 'otlp', OTEL_EXPORTER_OTLP_PROTOCOL: ' http/json ' }, { traces: 'http/json' }],
    [
      {
        OTEL_METRICS_EXPORTER: 'otlp, prometheus',
        OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: 'http/json',
        OTEL_METRIC_EXPORT_INTERVAL: '5000',
        OTEL_EXPORTER_PROMETHEUS_HOST: '0.0.0.0',
        OTEL_EXPORTER_PROMETHEUS_PORT: '9000',
      },
      {
        pushedMetrics: { protocol: 'http/json', intervalMs: 5_000 },
        prometheus: { host: '0.0.0.0', port: 9000 },
      },
    ],
    [{ OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' }, {}],
  ])('given %j, switch on %j', (environment, telemetry) => {
    expect(readTelemetrySettings(environment)).toEqual({ telemetry });
  });

  it.each([
    [{ OTEL_TRACES_EXPORTER: 'zipkin' }, 'OTEL_TRACES_EXPORTER: write one of otlp, none'],
    [{ OTEL_METRICS_EXPORTER: 'console' }, 'OTEL_METRICS_EXPORTER: write one of otlp, prometheus, none'],
    [
      { OTEL_TRACES_EXPORTER: 'otlp', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      'OTEL_EXPORTER_OTLP_PROTOCOL: write http/protobuf or http/json; gRPC is not supported, and collectors take HTTP at port 4318',
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'ftp://user:secret@collector' },
      'OTEL_EXPORTER_OTLP_ENDPOINT: write the address of a collector, for instance http://127.0.0.1:4318',
    ],
    [
      { OTEL_METRICS_EXPORTER: 'prometheus', OTEL_EXPORTER_PROMETHEUS_PORT: '70000' },
      'OTEL_EXPORTER_PROMETHEUS_PORT: write a number from 1 to 65535',
    ],
    [
      { OTEL_METRICS_EXPORTER: 'otlp', OTEL_METRIC_EXPORT_INTERVAL: 'soon' },
      'OTEL_METRIC_EXPORT_INTERVAL: write a number of milliseconds',
    ],
  ])('given %j, stop the start and say what would be right', (environment, message) => {
    expect(() => readConfiguration({ serves: true }, environment as NodeJS.ProcessEnv)).toThrow(message);
    // Other commands export nothing.
    expect(readConfiguration({}, environment as NodeJS.ProcessEnv).telemetry).toBeUndefined();
  });
});
