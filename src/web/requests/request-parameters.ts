// Parameters of handlers that every request has: who sends it, in which language it is answered, and as what its command is recorded.
import { createParamDecorator, type ExecutionContext, type PipeTransform } from '@nestjs/common';
import type { Request } from 'express';
import { z } from 'zod';
import type { DisplayLocale } from '#specification/values/format-value.js';
import type { Translate } from '#views/messages/translate.js';
import type { CommandContext } from '#domain/command.js';
import { createCommandContext, requireViewer } from '../authorization/commands.js';
import { readForm, readFormBody } from '../http/request-body.js';
import { clientOrigin } from '../http/client-origin.js';
import { displayLocaleFor, translateFor } from '../language.js';
import { readQuery } from '../addresses/page-addresses.js';

const requestIn = (context: ExecutionContext): Request => context.switchToHttp().getRequest<Request>();

/** The signed-in person. Throws as `requireViewer`. */
export const CurrentViewer = createParamDecorator((_: unknown, context: ExecutionContext) =>
  requireViewer(requestIn(context)),
);

/** The words of Daybook in the language of the answer: of a page that belongs to no application, or of an application's. */
export interface Translations {
  readonly t: Translate;
  in(application: { readonly locale: string }): Translate;
  /** How pages of an application show numbers and moments to this person. */
  displayLocale(application: { readonly locale: string; readonly timeZone: string }): DisplayLocale;
}

export const Words = createParamDecorator((_: unknown, context: ExecutionContext): Translations => {
  const request = requestIn(context);
  return {
    t: translateFor(request),
    in: (application) => translateFor(request, application),
    displayLocale: (application) => displayLocaleFor(request, application),
  };
});

/** The context of the command that a form sends, with the `commandId` in the form. */
export const FormContext = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const request = requestIn(context);
  return createCommandContext(request, readForm(request)['commandId']);
});

/** Makes the context of a command with the id that a form names; for handlers that look something up before they read the form. */
export type ContextFactory = (commandId: unknown) => CommandContext;

export const MakeContext = createParamDecorator((_: unknown, context: ExecutionContext): ContextFactory => {
  const request = requestIn(context);
  return (commandId) => createCommandContext(request, commandId);
});

/** Network address and browser of the client. */
export const Origin = createParamDecorator((_: unknown, context: ExecutionContext) =>
  clientOrigin(requestIn(context)),
);

/** `@Body(FormPipe)`: the posted form. Throws `Refused` for JSON. */
export const FormPipe: PipeTransform<unknown, ReturnType<typeof readFormBody>> = { transform: readFormBody };

class QueryPipe<Schema extends z.ZodType> implements PipeTransform<URLSearchParams, z.output<Schema>> {
  constructor(private readonly schema: Schema) {}

  /** Of a repeated name the first value counts. */
  transform(query: URLSearchParams): z.output<Schema> {
    return this.schema.parse(Object.fromEntries([...query].toReversed()));
  }
}

const QueryIn = createParamDecorator((_: unknown, context: ExecutionContext) =>
  readQuery(requestIn(context)),
);

/** The query of the address as the schema reads it, which has to accept everything. */
export const QueryAs = (schema: z.ZodType): ParameterDecorator => QueryIn(new QueryPipe(schema));

/** Of a list that goes on; an empty one is none. */
export const CURSOR = z
  .string()
  .optional()
  .transform((text) => text || undefined);

/** `?after=`: the cursor of the next page. */
export const AFTER_QUERY = z.object({ after: CURSOR });
export type AfterQuery = z.output<typeof AFTER_QUERY>;
