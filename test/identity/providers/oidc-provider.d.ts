declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  interface Account {
    readonly accountId: string;
    claims(): object;
  }

  export class Provider {
    constructor(
      issuer: string,
      configuration: Readonly<Record<string, unknown>> & {
        readonly findAccount: (context: unknown, id: string) => Account;
      },
    );
    callback(): RequestListener;
  }
}
