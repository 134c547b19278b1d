// Jest's environment for Node with a context of its own, but an ordinary one: Jest watches every global through an interceptor and a
// proxy, and each `Buffer` or `URL` somebody names pays for it. React works as served; test/views keeps its development warnings.
import { AsyncLocalStorage } from 'node:async_hooks';
import { readdirSync, readlinkSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import v8 from 'node:v8';
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

const { createContext } = vm;

/** In use. Until Node 24, each of them is asked at every promise of the process, those of suites that are long over as well. */
const storages = new Set();
const { _enable: enable } = AsyncLocalStorage.prototype;
if (enable)
  AsyncLocalStorage.prototype._enable = function () {
    storages.add(this);
    enable.call(this);
  };

v8.setFlagsFromString('--expose-gc');
const collectGarbage = vm.runInNewContext('gc');

/** Closed SQLite databases keep their files open until the statements that were made in them are collected. Only Linux tells. */
const FEW = 50;
function hasDeletedFiles() {
  if (process.platform !== 'linux') return false;
  const handles = readdirSync('/proc/self/fd');
  return handles.length > FEW && handles.filter(isDeleted).length > FEW;
}
function isDeleted(handle) {
  try {
    return readlinkSync(`/proc/self/fd/${handle}`).endsWith('(deleted)');
  } catch {
    return false;
  }
}

export default class OrdinaryContext extends TestEnvironment {
  constructor(config, context) {
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(config, context);
    } finally {
      vm.createContext = createContext;
    }
    if (!/[\\/]test[\\/]views[\\/]/.test(context.testPath)) this.global.process.env.NODE_ENV = 'production';
  }

  async teardown() {
    for (const each of storages) each.disable();
    storages.clear();
    await super.teardown();
    // Otherwise they are closed one after the other when the worker exits, which takes longer than Jest lets it have.
    if (!hasDeletedFiles()) return;
    collectGarbage();
    await setImmediate();
  }
}
