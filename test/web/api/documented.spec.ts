import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { routesOf } from '../authorisation/routes.js';
import { startDaybook, type Daybook } from '../daybook.js';

let daybook: Daybook;
beforeAll(async () => {
  daybook = await startDaybook({ peopled: false });
});
afterAll(() => daybook.close());

it('docs/api.md has each request once', () => {
  const documented = [...readFileSync('docs/api.md', 'utf8').matchAll(/^\| `([A-Z]+ \/api\/\S+)`/gm)].map(
    ([, route]) => route!,
  );
  const served = routesOf(daybook.app).filter((route) => / \/api\//.test(route));
  expect(documented.toSorted()).toEqual(served.toSorted());
});
