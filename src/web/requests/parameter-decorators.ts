import {
  createParamDecorator,
  Inject,
  Injectable,
  type ExecutionContext,
  type PipeTransform,
} from '@nestjs/common';
import type { Request } from 'express';
import { z } from 'zod';
import type { DisplayLocale } from '#specification/values/format-by-locale.js';
import type { Translate } from '#views/messages/translate.js';
import type { CommandContext } from '#domain/command.js';
import { createPhrase } from '#specification/refusal-words/phrases.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import { createCommandContext, requireViewer } from '../authorization/command-sender.js';
import { isMultipart, readForm, readFormBody, type Form } from '../http/request-body.js';
import { readMultipart, type TakeFile } from '../http/multipart-form.js';
import { readRequestInput } from '../http/read-request-input.js';
import type { RequestInput } from '../http/request-input.js';
import { SITE, type SiteOf } from '../http/site.js';
import { displayLocaleFor, languageOfBrowser, translateFor } from '../language.js';

const requestIn = (context: ExecutionContext): Request => context.switchToHttp().getRequest<Request>();

export const CurrentRequest = createParamDecorator((_: unknown, context: ExecutionContext): RequestInput =>
  readRequestInput(requestIn(context)),
);

/** Puts the texts into the body, and returns refused files by input. Throws as `readMultipart`. */
export type FileReceiver = (take: TakeFile) => ReturnType<typeof readMultipart>;

/** undefined: the form has no files. */
export const ReceiveFiles = createParamDecorator(
  (_: unknown, context: ExecutionContext): FileReceiver | undefined => {
    const request = requestIn(context);
    return isMultipart(request) ? (take) => readMultipart(request, take) : undefined;
  },
);

/** The body is a file. Throws `Refused` BAD_REQUEST for a form and for JSON, and as `take`. */
export type BodyReceiver = <T>(take: (bytes: AsyncIterable<Uint8Array>) => Promise<T>) => Promise<T>;

export const ReceiveBody = createParamDecorator((_: unknown, context: ExecutionContext): BodyReceiver => {
  const request = requestIn(context);
  return async (take) => {
    try {
      if (request.is(['multipart/*', 'application/json']))
        throw createBuiltInRefusal('BAD_REQUEST', { why: createPhrase('why.file-as-body') });
      // Ending early must not destroy the request: the error response would be lost.
      return await take(request.iterator({ destroyOnReturn: false }));
    } finally {
      // Clients read the response only after sending everything.
      request.resume();
    }
  };
});

/** Throws as `requireViewer`. */
export const CurrentViewer = createParamDecorator((_: unknown, context: ExecutionContext) =>
  requireViewer(requestIn(context)),
);

export interface Translations {
  readonly t: Translate;
  in(application: { readonly locale: string }): Translate;
  displayLocale(application: { readonly locale: string; readonly timeZone: string }): DisplayLocale;
}

export const CurrentTranslations = createParamDecorator(
  (_: unknown, context: ExecutionContext): Translations => {
    const request = requestIn(context);
    return {
      t: translateFor(request),
      in: (application) => translateFor(request, application),
      displayLocale: (application) => displayLocaleFor(request, application),
    };
  },
);

/** Uses the form's `commandId`. */
export const FormCommandContext = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const request = requestIn(context);
  return createCommandContext(request, readForm(request)['commandId']);
});

interface ReadForm {
  readonly form: Form;
  readonly context: CommandContext;
}

/** For handlers that look something up first. Throws `Refused` for JSON. */
export type FormReader = () => ReadForm;

export const ReadFormLater = createParamDecorator((_: unknown, context: ExecutionContext): FormReader => {
  const request = requestIn(context);
  return () => {
    const form = readForm(request);
    return { form, context: createCommandContext(request, form['commandId']) };
  };
});

/** Generates an id by default. */
export type CommandContextFactory = (commandId?: unknown) => CommandContext;

export const MakeCommandContext = createParamDecorator(
  (_: unknown, context: ExecutionContext): CommandContextFactory => {
    const request = requestIn(context);
    return (commandId) => createCommandContext(request, commandId);
  },
);

export const CorrelationId = createParamDecorator(
  (_: unknown, context: ExecutionContext) => requestIn(context).correlationId,
);

export const BrowserLanguage = createParamDecorator((_: unknown, context: ExecutionContext) =>
  languageOfBrowser(requestIn(context)),
);

@Injectable()
class BaseUrlPipe implements PipeTransform<Request, string> {
  constructor(@Inject(SITE) private readonly siteOf: SiteOf) {}

  transform(request: Request): string {
    return this.siteOf(request);
  }
}

const RequestFrom = createParamDecorator((_: unknown, context: ExecutionContext) => requestIn(context));

/** Base address for shareable links. */
export const BaseUrl = (): ParameterDecorator => RequestFrom(BaseUrlPipe);

export const CurrentClientOrigin = createParamDecorator(
  (_: unknown, context: ExecutionContext) => readRequestInput(requestIn(context)).client,
);

/** Throws `Refused` for JSON. */
export const FormPipe: PipeTransform<unknown, ReturnType<typeof readFormBody>> = { transform: readFormBody };

class QueryPipe<Schema extends z.ZodType> implements PipeTransform<URLSearchParams, z.output<Schema>> {
  constructor(private readonly schema: Schema) {}

  /** The first value of a repeated name wins. */
  transform(query: URLSearchParams): z.output<Schema> {
    return this.schema.parse(Object.fromEntries([...query].toReversed()));
  }
}

export const QueryParameters = createParamDecorator(
  (_: unknown, context: ExecutionContext) => readRequestInput(requestIn(context)).query,
);

/** The schema must not fail, so it needs `catch`. */
export const QueryAs = (schema: z.ZodType): ParameterDecorator => QueryParameters(new QueryPipe(schema));

/** An empty cursor is none. */
export const CURSOR_SCHEMA = z
  .string()
  .optional()
  .transform((text) => text || undefined);

export const CURSOR_QUERY = z.object({ after: CURSOR_SCHEMA });
export type CursorParameters = z.output<typeof CURSOR_QUERY>;
