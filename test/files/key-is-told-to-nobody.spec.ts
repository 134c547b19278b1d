// A personal file's key would open copies after an erasure, so no answer contains it.
import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CommandDependencies } from '#command-handling/pipeline/command-dependencies.js';
import { INSTALLATION } from '#domain/event.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { system, type Daybook } from '../web/daybook.js';
import { api, bea, cleo, opened, PASSWORD, signedIn, startClaims, upload, type Told } from './files.js';

const audrey = { id: uuid(), name: 'Audrey Auditor', signInName: 'audrey' };
let daybook: Daybook;
beforeAll(async () => {
  daybook = await startClaims();
  const roles = ['auditor', 'admin'].map((role) => ({ application: INSTALLATION, role }));
  const granted = [...roles, { application: 'claims', role: 'boss' }];
  await daybook.send(new RegisterUser({ ...audrey, password: PASSWORD, roles: granted, context: system() }));
  await daybook.settled();
});
afterAll(() => daybook.close());

it('is in no page, file and answer, though the file’s name is', async () => {
  const { body } = await upload(daybook, cleo, 'passport', 'my-pass.bin', randomBytes(1_000));
  const id = await opened(daybook, cleo, { passport: (body as Told).reference });
  const { store, personalData } = daybook.app.get(CommandDependencies);
  const { events } = await store.read(`claims.Claim-${id}`);
  const told = JSON.stringify(await personalData.open(events));
  const key = /"key":"([^"]{20,})"/.exec(told)![1]!;
  const positions = events.map(({ position }) => position);
  const paths = [
    `/claims/claims/${id}`,
    `/claims/claims/${id}?at=2099-01-01T00:00`,
    `/claims/claims/${id}/edit`,
    '/claims/claims',
    '/claims/claims?export=csv',
    '/claims/claims.csv',
    '/-/timeline',
    '/-/timeline?type=every',
    ...positions.map((position) => `/-/events/${position}`),
    `/api/claims/Claim/${id}`,
    `/api/claims/Claim/${id}?at=2099-01-01T00:00`,
    `/api/claims/Claim/${id}/history`,
    '/api/claims/Claim',
  ];
  let named = 0;
  for (const person of [cleo, bea, audrey]) {
    const browser = await signedIn(daybook, person);
    for (const path of paths) {
      const { text = '', headers } = await browser.get(path);
      const all = text + JSON.stringify(headers);
      if (all.includes('my-pass.bin')) named++;
      expect([path, person.signInName, all.includes(key)]).toEqual([path, person.signInName, false]);
    }
    const answer = JSON.stringify((await api(daybook, person, 'get', `/${id}`)).body);
    expect(answer).not.toContain(key);
  }
  expect(named).toBeGreaterThan(5);
});
