// Background services of a real Nest application: when they start and stop, and what is left where they do not start.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Controller, Get, Module, Res } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Response } from 'express';
import { BackgroundService } from '#background/background-service.js';
import { BackgroundWorker, type BackgroundDependencies } from '#background/background-worker.js';
import { Outbox } from '#outbox/outbox.js';
import { EventStoreUnavailable } from '#event-store/event-store.js';
import { HEALTH_ISSUES, HealthIssues, type HealthIssue } from '#platform/health-issues.js';
import { openSqliteReadModels } from '#projections/engines/sqlite/sqlite-read-models.js';
import { holdLease } from '#projections/lease/lease.js';
import type { RunningProjections } from '#projections/running-projections.js';
import { Timers } from '#timers/timers.js';

afterEach(() => {
  jest.useRealTimers();
});

const ISSUES = { provide: HEALTH_ISSUES, useFactory: () => new HealthIssues() };

/** A service whose `start` fails as often as there are errors, in a real application. */
async function startFailing(errors: readonly Error[], whenReady = async () => {}) {
  const attempts: Error[] = [];
  let reportStart!: () => void;
  const started = new Promise<void>((resolve) => (reportStart = resolve));
  class Failing extends BackgroundService {
    protected readonly task = 'fires timers';
    protected readonly whenReady = whenReady;
    async start() {
      const error = errors[attempts.length];
      if (error) {
        attempts.push(error);
        throw error;
      }
      reportStart();
      return { stop: async () => {} };
    }
  }
  @Module({ providers: [Failing, ISSUES] })
  class Application {}
  const app = await NestFactory.createApplicationContext(Application, { logger: false });
  const issues = app.get<HealthIssues>(HEALTH_ISSUES);
  const raised = new Promise<HealthIssue>((resolve) => issues.onRaised(resolve));
  return { app, issues, attempts, started, raised };
}

describe('a background service', () => {
  it('starts on a later attempt when an engine was unavailable, and raises no issue', async () => {
    const away = new EventStoreUnavailable('The event store is away.');
    const { app, issues, attempts, started } = await startFailing([away]);
    await started;
    expect([attempts, issues.all()]).toEqual([[away], []]);
    await app.close();
  });

  it('raises an issue with the error, and does not try again, when its start fails unexpectedly', async () => {
    const defect = new TypeError('head is not a function');
    const { app, attempts, raised } = await startFailing([defect, defect]);
    expect(await raised).toEqual({
      key: 'worker that fires timers',
      adminMessage:
        'The worker that fires timers did not start: head is not a function. Start Daybook again once the cause is over.',
      publicMessage: 'the worker that fires timers did not start',
      severity: 'error',
      cause: defect,
    });
    await app.close();
    expect(attempts).toEqual([defect]);
  });

  it('raises an issue when what it waits for fails', async () => {
    const { app, raised } = await startFailing([], () => Promise.reject(new Error('no examples')));
    expect(await raised).toMatchObject({ adminMessage: expect.stringContaining('no examples') });
    await app.close();
  });

  it('stops its worker before the server waits for open requests', async () => {
    let reportStop!: () => void;
    const workerStopped = new Promise<void>((resolve) => (reportStop = resolve));
    class Working extends BackgroundService {
      protected readonly task = 'works';
      protected async whenReady(): Promise<void> {}
      async start() {
        return { stop: async () => reportStop() };
      }
    }
    let download: Response | undefined;
    @Controller()
    class Downloads {
      @Get()
      begin(@Res() response: Response): void {
        download = response;
        response.write('begun');
      }
    }
    @Module({ controllers: [Downloads], providers: [Working, ISSUES] })
    class Application {}
    const app = await NestFactory.create(Application, { logger: false });
    const { port } = ((await app.listen(0, '127.0.0.1')) as { address(): AddressInfo }).address();
    const [answer] = await once(get({ port, host: '127.0.0.1', agent: false }), 'response');
    const closed = app.close();
    await workerStopped;
    expect(download!.writableEnded).toBe(false);
    download!.end();
    answer.resume();
    await closed;
  }, 10_000);
});

describe('a worker that does not start', () => {
  it('releases its lease at once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'daybook-lease-'));
    const readModels = openSqliteReadModels(folder);
    const work = {
      leaseName: 'calls',
      failureNotice: { issueKey: '', summary: '', consequence: '' },
      run: async () => 1,
    };
    const projections = {
      onWritten() {
        throw new Error('closed');
      },
    } as unknown as RunningProjections;
    const dependencies = { readModels, projections, healthIssues: new HealthIssues() };
    await expect(BackgroundWorker.start(work, dependencies)).rejects.toThrow('closed');
    const next = await holdLease(readModels, 'calls');
    expect(next.token).toBeDefined();
    await next.release();
    await readModels.close();
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['timers', (dependencies: BackgroundDependencies) => new Timers(dependencies)],
    [
      'outbox',
      (dependencies: BackgroundDependencies) =>
        new Outbox(dependencies, { settings: { allow: [], from: 'daybook@example.org' } }),
    ],
  ])('leaves no timer running: %s', async (_name, create) => {
    jest.useFakeTimers();
    const readModels = { backgroundCheckpoint: () => Promise.reject(new Error('away')) };
    const dependencies = { log: { head: async () => 0 }, readModels, ports: {} };
    await expect(create(dependencies as unknown as BackgroundDependencies).start()).rejects.toThrow('away');
    expect(jest.getTimerCount()).toBe(0);
  });
});
