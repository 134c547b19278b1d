import { describe, expect, it } from '@jest/globals';
import { deriveSpanId, deriveTraceId } from '#platform/telemetry/derive-trace-ids.js';

describe('a trace id', () => {
  it('is the correlation id where that is a UUID', () => {
    expect(deriveTraceId('01900000-0000-7000-8000-00000000C1E4')).toBe('0190000000007000800000000000c1e4');
  });

  it.each(['', 'sign-out-somebody', '00000000-0000-0000-0000-000000000000', 'é'])(
    'is valid, and always the same, of %j as well',
    (correlationId) => {
      const traceId = deriveTraceId(correlationId);
      expect(traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
      expect(deriveTraceId(correlationId)).toBe(traceId);
      expect(deriveSpanId(correlationId)).toMatch(/^(?!0{16})[0-9a-f]{16}$/);
    },
  );
});
