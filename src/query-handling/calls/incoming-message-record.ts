import { Query } from '@nestjs/cqrs';
import type { PublishedVersion } from '#ports/specifications.js';
import type { IncomingCall } from '#specification/model/specification.js';

export interface ReceiveDefinition {
  readonly published: PublishedVersion;
  readonly receive: IncomingCall;
}

export class FindReceive extends Query<ReceiveDefinition | undefined> {
  constructor(
    readonly application: string,
    readonly name: string,
  ) {
    super();
  }
}

export class FindRecordForMessage extends Query<
  { readonly id: string; readonly version: number } | undefined
> {
  constructor(
    readonly definition: ReceiveDefinition,
    readonly body: unknown,
  ) {
    super();
  }
}
