import { describe, expect, it } from '@jest/globals';
import { onTwoServers } from '../engines/start-both-servers.js';
import { PASSWORD, retaining, type Retaining } from './retaining.js';

let here: Retaining | undefined;

const servers = onTwoServers(() => here?.close());

describe('given events in EventStoreDB and read models in MongoDB', () => {
  it('then what is due is listed and erased as on the embedded engines', async () => {
    here = await retaining(servers());
    here.at('2026-11-20T10:00:00.000Z');
    const old = await here.visit('An old one', '2016-11-10T10:00:00.000Z');
    await here.visit('A young one', '2016-11-20T10:00:00.000Z');
    const call = () => here!.daybook.browser();
    const API = '/api/visits/Visit/retention';
    const due = async () =>
      ((await call().get(API).auth('kim', PASSWORD)).body as { items: { id: string; version: number }[] })
        .items;
    const listed = await due();
    expect(listed.map(({ id }) => id)).toEqual([old]);
    const records = [{ id: old, version: listed[0]!.version }];
    const signature = { name: 'kim', password: PASSWORD };
    const answer = await call().post(API).auth('kim', PASSWORD).send({ records, signature });
    expect(answer.body).toMatchObject({ erased: [{ id: old }], refused: [] });
    await here.daybook.settled();
    expect(await due()).toEqual([]);
    expect((await here.types(old)).slice(2)).toEqual(['record.erasure-decided', 'record.erased']);
  });
});
