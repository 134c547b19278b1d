// What the client does behind our back must not end the process.
import { describe, expect, it } from '@jest/globals';
import { UnavailableError } from '@kurrent/kurrentdb-client';
import { parseConnection } from '../../../src/event-store/eventstoredb/connection.js';

describe('a client that finds no leader', () => {
  it('after a call of an earlier connection failed, rejects nothing that nobody can catch', async () => {
    const client = parseConnection('esdb+discover://127.0.0.1:9?tls=false&maxDiscoverAttempts=2').connect();
    const inner = client as unknown as {
      getChannel(): Promise<unknown>;
      handleError(client: unknown, error: unknown): Promise<void>;
    };
    const looking = expect(inner.getChannel()).rejects.toThrow('Failed to discover');
    const earlier = { getChannel: () => ({}) };
    await expect(inner.handleError(earlier, new UnavailableError())).resolves.toBeUndefined();
    await looking;
  });
});
