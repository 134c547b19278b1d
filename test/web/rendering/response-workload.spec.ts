// Found by walking all controllers.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RequestMethod } from '@nestjs/common';
import { ModulesContainer, Reflector } from '@nestjs/core';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RESPONSE_WORKLOAD, getDefaultWorkload } from '#web/rendering/response-workload.js';
import { startDaybook, type Daybook } from '../daybook.js';

const WEB = fileURLToPath(new URL('../../../src/web/', import.meta.url));

/** Files that send bytes, with their reason. */
const SENDERS: Readonly<Record<string, string>> = {
  'http/send-body.ts': 'counts bytes and yields',
  'rendering/page-rendering.ts': 'pages, whose bytes are counted',
  'screens/csv-export.ts': 'as fast as the other side reads',
  'timeline/timeline-export.ts': 'as fast as the other side reads',
  'records/send-file.ts': 'as fast as the other side reads',
  'http/live-connections.ts': 'one line for each change',
  'errors/problem-json.ts': 'fifty reasons at most',
  'shell/throttle.ts': 'one sentence',
  'http/request-body.ts': 'one sentence',
  'addresses/local-address.ts': 'no bytes at all',
  'error-pages/error.filter.ts': 'no bytes at all',
};

describe('what is answered', () => {
  let daybook: Daybook;
  beforeAll(async () => {
    daybook = await startDaybook({ peopled: false });
  });
  afterAll(() => daybook.close());

  function handlers() {
    const controllers = [...daybook.app.get(ModulesContainer).values()].flatMap((module) => [
      ...module.controllers.values(),
    ]);
    const reflector = new Reflector();
    return controllers.flatMap(({ metatype }) => {
      const type = metatype as new (...args: never) => object;
      const prototype = type.prototype as Record<string, unknown>;
      return Object.getOwnPropertyNames(prototype).flatMap((name) => {
        const handler = Object.getOwnPropertyDescriptor(prototype, name)?.value as
          (() => unknown) | undefined;
        const path: unknown = handler && Reflect.getMetadata('path', handler);
        if (!handler || path === undefined) return [];
        const method = Reflect.getMetadata('method', handler) as RequestMethod;
        const kind: unknown = reflector.getAllAndOverride(RESPONSE_WORKLOAD, [handler, type]);
        return [{ name: `${type.name}.${name}`, method: RequestMethod[method], kind }];
      });
    });
  }

  it('is declared by every route that can be read', () => {
    const reading = handlers().filter(({ method }) => method === 'GET' || method === 'ALL');
    expect(reading.length).toBeGreaterThan(25);
    expect(reading.filter(({ kind }) => kind === undefined)).toEqual([]);
  });

  it('waits for its turn where nothing is declared', () => {
    expect([getDefaultWorkload('GET'), getDefaultWorkload('HEAD'), getDefaultWorkload('POST')]).toEqual([
      'whole',
      'whole',
      'small',
    ]);
  });

  it('leaves by one of the places that count bytes', () => {
    const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.tsx?$/.test(file),
    );
    const sending = files.filter((file) =>
      /\bresponse(\s*\.\w+\([^()]*\))*\s*\.(end|send|json|write|sendFile)\(|\bpipeline\(.*\bresponse\b/.test(
        readFileSync(join(WEB, file), 'utf8'),
      ),
    );
    expect(sending.toSorted()).toEqual(Object.keys(SENDERS).toSorted());
  });
});
