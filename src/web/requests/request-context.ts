import type { QueryBus } from '@nestjs/cqrs';
import type { QueryDependencies } from '#query-handling/query-dependencies.js';
import type { SignerVerification } from '#identity/sign-in/signer-verification.js';
import type { SigningConfirmation } from '#identity/sign-in/signing-confirmation.js';
import type { Uploads } from '#command-handling/files/file-uploads.js';
import type { CommandSender } from '../authorization/command-sender.js';
import type { Log } from '../errors/server-log.js';
import type { RequestInput } from '../http/request-input.js';

export interface RequestContext {
  readonly queries: QueryBus;
  readonly sources: QueryDependencies;
  readonly commands: CommandSender;
  readonly signatures: SignerVerification;
  readonly signing: Pick<SigningConfirmation, 'findWayToSign'>;
  readonly uploads: Uploads;
  readonly log: Log;
  readonly request: RequestInput;
}

export type QueryContext = Pick<RequestContext, 'queries' | 'sources'>;

export type FormContext = QueryContext & Pick<RequestContext, 'signing'>;

export type PageContext = Omit<RequestContext, 'commands' | 'signatures' | 'uploads' | 'log'>;
