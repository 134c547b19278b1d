import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { documentOf } from '../../specification/documents.js';
import { startDaybook, system, type Browser, type Daybook } from '../daybook.js';

const LEAVE = documentOf({
  1: 'key: leave',
  2: `screens:
  /days: { list: Day }
  /count: { report: Day, measure: count, by: state }
  /calendar: { calendar: Day, from: on, label: title }`,
  3: 'entities: { Day: { fields: { title: text, on: date } } }',
});

let daybook: Daybook;
let clerk: Browser;

beforeAll(async () => {
  daybook = await startDaybook();
  await daybook.send(new PublishSpecification({ text: LEAVE, context: system() }));
  await daybook.settled();
  clerk = await daybook.as('clerk');
});
afterAll(() => daybook.close());

const PATHS = [
  '/api/leave/Day',
  '/api/leave/Day/reports/count',
  '/api/leave/Day/calendars/calendar',
  '/api/leave/-/waiting',
  '/api/leave/constants',
  '/api/-/waiting',
  '/api/-/changes',
  '/api/leave/-/scheduled',
  '/api/-/scheduled',
  '/api/-/notices',
  '/api/-/search?q=leave',
  '/api/-/deputies',
];

describe('given a position that nothing has reached', () => {
  it('when something is asked to be as new, then it says that it is not yet, whatever it is about', async () => {
    const answers = await Promise.all(
      PATHS.map(async (path) => {
        const { status, body } = await clerk.get(path).set('Daybook-Position', '999999');
        return [path, (await clerk.get(path)).status, status, (body as { code?: string }).code];
      }),
    );
    expect(answers).toEqual(PATHS.map((path) => [path, 200, 503, 'NOT_YET']));
  });
});

describe('given a position that no answer has told', () => {
  it.each(['x', '-1', '1.5', '1e3', 'undefined', '99999999999999999999'])(
    'when something is asked to be as new as %s, then that is refused, not answered from anywhere',
    async (position) => {
      const { status, body } = await clerk.get('/api/leave/Day').set('Daybook-Position', position);
      expect([status, (body as { code?: string }).code]).toEqual([400, 'BAD_REQUEST']);
    },
  );

  it('when it is the beginning of the log, then it is answered', async () => {
    expect((await clerk.get('/api/leave/Day').set('Daybook-Position', '0')).status).toBe(200);
  });
});
