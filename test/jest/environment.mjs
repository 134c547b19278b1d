// Jest's environment for Node with a context of its own, but an ordinary one: Jest watches every global through an interceptor and a
// proxy, and each `Buffer` or `URL` somebody names pays for it. React works as served; test/views keeps its development warnings.
import { AsyncLocalStorage } from 'node:async_hooks';
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
  }
}
