// The SDK's own would be a second AsyncLocalStorage (see context-variable.ts).
import { ROOT_CONTEXT, type Context, type ContextManager } from '@opentelemetry/api';
import { createContextVariable } from '../context-variable.js';

const contexts = createContextVariable<Context>();

export class SharedStorageContextManager implements ContextManager {
  active(): Context {
    return contexts.get() ?? ROOT_CONTEXT;
  }

  with<Args extends unknown[], Work extends (...args: Args) => ReturnType<Work>>(
    context: Context,
    work: Work,
    thisArg?: ThisParameterType<Work>,
    ...args: Args
  ): ReturnType<Work> {
    return contexts.run(context, () => work.call(thisArg, ...args));
  }

  bind<Target>(context: Context, target: Target): Target {
    if (typeof target !== 'function') return target;
    const bound = (...args: unknown[]): unknown => contexts.run(context, () => target(...args) as unknown);
    return bound as Target;
  }

  enable(): this {
    return this;
  }

  disable(): this {
    return this;
  }
}
