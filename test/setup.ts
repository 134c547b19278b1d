// Loud tests: whatever a test prints as an error or a warning fails it, unless the test replaced the function itself.
import 'reflect-metadata';
import { afterEach, beforeEach, expect, jest } from '@jest/globals';

let error: jest.SpiedFunction<typeof console.error>;
let warn: jest.SpiedFunction<typeof console.warn>;

beforeEach(() => {
  error = jest.spyOn(console, 'error');
  warn = jest.spyOn(console, 'warn');
});

afterEach(() => {
  const printed = [...error.mock.calls, ...warn.mock.calls];
  error.mockRestore();
  warn.mockRestore();
  expect(printed).toEqual([]);
});
