// Daybook's check against a real server, MongoDB's in a simulated mongosh.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { read } from './compose-file.js';

describe('Daybook’s health check', () => {
  const [, json] = /HEALTHCHECK [^[]*(\[.+\])/.exec(read('Dockerfile').replaceAll('\\\n', ' '))!;
  const [, ...args] = JSON.parse(json!) as string[];

  async function exitCode(port: number): Promise<number> {
    const asking = spawn(process.execPath, args, { env: { ...process.env, DAYBOOK_PORT: String(port) } });
    const [code] = (await once(asking, 'exit')) as [number];
    return code;
  }

  it.each([
    [200, 0],
    [503, 1],
  ])('given an answer %i, ends with %i', async (status, code) => {
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url);
      response.writeHead(status).end('{}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const ended = await exitCode((server.address() as AddressInfo).port);
    server.close();
    expect([ended, asked]).toEqual([code, ['/-/ready']]);
  });

  it('given nobody listens, ends with 1', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    expect(await exitCode(port)).toBe(1);
  });
});

interface Member {
  readonly me: string;
  readonly all: string;
  /** Thrown by rs.status(); undefined: the set exists. */
  readonly trouble?: string;
  readonly hello: { readonly isWritablePrimary?: boolean; readonly secondary?: boolean };
}

describe('MongoDB’s health check', () => {
  function check({ me, all, trouble, hello }: Member) {
    const initiated: unknown[] = [];
    let code: number | undefined;
    const shell = {
      process: { env: { REPLICA_SET: all, HOSTNAME: me } },
      rs: {
        status() {
          if (trouble) throw Object.assign(new Error(trouble), { codeName: trouble });
        },
        initiate: (set: unknown) => initiated.push(JSON.parse(JSON.stringify(set))),
      },
      db: { hello: () => hello },
      quit: (said: number) => (code = said),
    };
    runInNewContext(read('deployment/replica-set.js'), shell);
    return { initiated, code };
  }
  const three = 'mongodb-1:27017,mongodb-2:27017,mongodb-3:27017';

  it('given a first start, the first member makes the set of all, and is not well yet', () => {
    const made = check({ me: 'mongodb-1', all: three, trouble: 'NotYetInitialized', hello: {} });
    expect(made.initiated).toEqual([
      {
        _id: 'daybook',
        members: [
          { _id: 0, host: 'mongodb-1:27017' },
          { _id: 1, host: 'mongodb-2:27017' },
          { _id: 2, host: 'mongodb-3:27017' },
        ],
      },
    ]);
    expect(made.code).toBe(1);
  });

  it('given a first start, the others wait for it', () => {
    const waiting = check({ me: 'mongodb-2', all: three, trouble: 'NotYetInitialized', hello: {} });
    expect(waiting).toEqual({ initiated: [], code: 1 });
  });

  it('given a set, makes none, and is well as primary or secondary only', () => {
    const of = (hello: Member['hello']) => check({ me: 'mongodb', all: 'mongodb:27017', hello });
    expect(of({ isWritablePrimary: true })).toEqual({ initiated: [], code: 0 });
    expect(of({ isWritablePrimary: false, secondary: true })).toEqual({ initiated: [], code: 0 });
    expect(of({ isWritablePrimary: false, secondary: false })).toEqual({ initiated: [], code: 1 });
  });

  it('given any other trouble, makes no set', () => {
    expect(() => check({ me: 'mongodb', all: 'mongodb:27017', trouble: 'Unauthorized', hello: {} })).toThrow(
      'Unauthorized',
    );
  });
});
