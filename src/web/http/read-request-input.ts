import type { IncomingHttpHeaders } from 'node:http';
import type { Request } from 'express';
import { describeBrowser } from '#identity/describe-browser.js';
import type { ClientOrigin } from '#identity/sign-in/sign-in-attempt.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import type { ProjectionProgress } from '#query-handling/projection-progress.js';
import { readCookies, waitForOwnWrites } from './cookies.js';
import type { RequestInput } from './request-input.js';

const inputs = new WeakMap<Request, RequestInput>();

/** The same object for the same request. */
export function readRequestInput(request: Request): RequestInput {
  let input = inputs.get(request);
  if (!input) inputs.set(request, (input = new ExpressRequestInput(request)));
  return input;
}

/** Getters, since middleware and multipart forms set some values late, and most requests need only some of them. */
class ExpressRequestInput implements RequestInput {
  private parsedQuery: URLSearchParams | undefined;

  constructor(private readonly request: Request) {}

  get method(): string {
    return this.request.method;
  }

  get path(): string {
    return this.request.path;
  }

  get url(): string {
    return this.request.originalUrl;
  }

  get routeParameters(): Readonly<Record<string, string>> {
    return this.request.params as Readonly<Record<string, string>>;
  }

  /** Express's parser would interpret brackets. */
  get query(): URLSearchParams {
    const { url } = this;
    const start = url.indexOf('?');
    return (this.parsedQuery ??= new URLSearchParams(start < 0 ? '' : url.slice(start + 1)));
  }

  get headers(): IncomingHttpHeaders {
    return this.request.headers;
  }

  get cookies(): RequestInput['cookies'] {
    return readCookies(this.request);
  }

  get body(): unknown {
    return this.request.body;
  }

  get client(): ClientOrigin {
    const { ip = '', headers } = this.request;
    return { address: ip, browser: describeBrowser(headers['user-agent']) };
  }

  get correlationId(): string {
    return this.request.correlationId;
  }

  get signedIn(): SignedInPerson | undefined {
    return this.request.signedIn;
  }

  get notRecognised(): Error | undefined {
    return this.request.notRecognised;
  }

  get isBehind(): boolean {
    return this.request.behind === true;
  }

  async findCurrentViewer(): Promise<SignedInPerson | undefined> {
    const { signedInStill, signedIn } = this.request;
    return signedInStill ? signedInStill() : signedIn;
  }

  async waitForOwnWrites(readModels: Pick<ProjectionProgress, 'waitFor'>): Promise<void> {
    await waitForOwnWrites(this.request, readModels);
  }
}
