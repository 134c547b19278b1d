// Loud tests: whatever a test prints as an error or a warning fails it, unless the test replaced the function itself. A test that ends
// without an expectation fails as well: nothing that it tests could have failed it.
import 'reflect-metadata';
import { afterEach, beforeEach, expect, jest } from '@jest/globals';

// React works as served; the suites of views keep its development warnings.
if (!/[\\/]test[\\/](groups[\\/])?views\b/.test(expect.getState().testPath!))
  process.env.NODE_ENV = 'production';

let error: jest.SpiedFunction<typeof console.error>;
let warn: jest.SpiedFunction<typeof console.warn>;

beforeEach(() => {
  error = jest.spyOn(console, 'error');
  warn = jest.spyOn(console, 'warn');
});

afterEach(() => {
  const { assertionCalls } = expect.getState();
  const printed = [...error.mock.calls, ...warn.mock.calls];
  error.mockRestore();
  warn.mockRestore();
  expect(printed).toEqual([]);
  if (assertionCalls === 0) throw new Error('This test has expected nothing: it cannot fail.');
});
