import {
  createParamDecorator,
  Inject,
  Injectable,
  NotFoundException,
  type ExecutionContext,
  type PipeTransform,
} from '@nestjs/common';
import type { Request } from 'express';
import type { PublishedVersion } from '#ports/specifications.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import { readRequestInput } from '../http/read-request-input.js';
import type { RequestInput } from '../http/request-input.js';
import type { RouteKind } from '../addresses/match-route.js';
import {
  findApiRequest,
  findDashboardRequest,
  findPageRequest,
  resolveRecordRequest,
  findVisibleApplication,
  type DashboardRequest,
  type RecordRequest,
} from './record-request.js';

@Injectable()
class ApplicationPipe implements PipeTransform<RequestInput, Promise<PublishedVersion>> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  /** Throws `Refused` NOT_SIGNED_IN, and NOT_FOUND if the person may not access the application. */
  async transform(request: RequestInput): Promise<PublishedVersion> {
    const key = String(request.routeParameters['application']);
    const published = await findVisibleApplication(request, this.sources.specifications, key);
    if (!published) throw createBuiltInRefusal('NOT_FOUND');
    return published;
  }
}

export interface ApiRouteRequest<Kind extends RouteKind = RouteKind> {
  readonly request: Request;
  readonly kind: Kind;
}

@Injectable()
class ApiRequestPipe implements PipeTransform<ApiRouteRequest, Promise<RecordRequest>> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  /** Throws as `findApiRequest`. */
  async transform({ request, kind }: ApiRouteRequest): Promise<RecordRequest> {
    return findApiRequest(readRequestInput(request), this.sources.specifications, kind);
  }
}

@Injectable()
class ScreenRequestPipe implements PipeTransform<RequestInput, Promise<RecordRequest | DashboardRequest>> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  /**
   * Throws `Refused` NOT_SIGNED_IN, and `NotFoundException`, for which the error filter decides between 404 and 405.
   */
  async transform(request: RequestInput): Promise<RecordRequest | DashboardRequest> {
    const { specifications } = this.sources;
    const found =
      (await findDashboardRequest(request, specifications)) ??
      (await findPageRequest(request, specifications));
    if (!found) throw new NotFoundException();
    return found;
  }
}

/** undefined: as of `findPageRequest`. */
export type RecordFinder = (href: string) => Promise<RecordRequest | undefined>;

@Injectable()
class RecordFinderPipe implements PipeTransform<RequestInput, RecordFinder> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  transform(request: RequestInput): RecordFinder {
    return async (href) => resolveRecordRequest(request, this.sources.specifications, href);
  }
}

const requestIn = (context: ExecutionContext): Request => context.switchToHttp().getRequest<Request>();

const AddressOf = createParamDecorator((_: unknown, context: ExecutionContext) =>
  readRequestInput(requestIn(context)),
);
export const ApiRouteRequestOf = createParamDecorator(
  (kind: RouteKind, context: ExecutionContext): ApiRouteRequest => ({
    request: requestIn(context),
    kind,
  }),
);

export const RequestedApplication = (): ParameterDecorator => AddressOf(ApplicationPipe);

export const FindRecordByHref = (): ParameterDecorator => AddressOf(RecordFinderPipe);

export const ApiRecordRequest = (kind: RouteKind): ParameterDecorator =>
  ApiRouteRequestOf(kind, ApiRequestPipe);

/** The document declares the screens, so the route is looked up there. */
export const ScreenRequest = (): ParameterDecorator => AddressOf(ScreenRequestPipe);
