// Jest's environment for Node with a context of its own, but an ordinary one: Jest watches every global through an interceptor and a
// proxy, and each `Buffer` or `URL` somebody names pays for it. React works as served; test/views keeps its development warnings.
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

const { createContext } = vm;

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
}
