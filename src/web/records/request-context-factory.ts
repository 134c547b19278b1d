import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { SignerVerification } from '#identity/sign-in/signer-verification.js';
import { SigningConfirmation } from '#identity/sign-in/signing-confirmation.js';
import { Uploads } from '#command-handling/files/file-uploads.js';
import type { RouteHandlerContext } from './route-handler-context.js';
import { LiveRecords } from './live-records.js';
import { CommandSender } from '../authorization/command-sender.js';
import type { RequestInput } from '../http/request-input.js';
import { LOG, type Log } from '../errors/server-log.js';

@Injectable()
export class RequestContextFactory {
  @Inject(SignerVerification) private readonly signatures!: SignerVerification;
  @Inject(SigningConfirmation) private readonly signing!: SigningConfirmation;
  @Inject(Uploads) private readonly uploads!: Uploads;
  @Inject(LiveRecords) private readonly live!: LiveRecords;
  @Inject(LOG) private readonly log!: Log;

  constructor(
    readonly queries: QueryBus,
    @Inject(QUERY_DEPENDENCIES) readonly sources: QueryDependencies,
    private readonly commands: CommandSender,
  ) {}

  of(request: RequestInput): RouteHandlerContext {
    const { queries, sources, commands, signatures, signing, uploads, log, live } = this;
    return { queries, sources, commands, signatures, signing, uploads, log, live, request };
  }
}
