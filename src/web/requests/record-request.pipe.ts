// Parameters of handlers that the address decides: the application, the record request of a call or a page, the dashboard.
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
import { builtInRefusal } from '../built-in-refusal.js';
import type { RouteKind } from '../addresses/page-addresses.js';
import {
  apiRequest,
  dashboardRequest,
  pageRequest,
  visibleApplication,
  type DashboardRequest,
  type RecordRequest,
} from './record-request.js';

@Injectable()
class ApplicationPipe implements PipeTransform<Request, Promise<PublishedVersion>> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  /** Throws `Refused` NOT_SIGNED_IN, and NOT_FOUND where the person may not enter an application of this key. */
  async transform(request: Request): Promise<PublishedVersion> {
    const key = String(request.params['application']);
    const published = await visibleApplication(request, this.sources.specifications, key);
    if (!published) throw builtInRefusal('NOT_FOUND');
    return published;
  }
}

interface ApiAddress {
  readonly request: Request;
  readonly kind: RouteKind;
}

@Injectable()
class ApiRequestPipe implements PipeTransform<ApiAddress, Promise<RecordRequest>> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  /** Throws as `apiRequest`. */
  async transform({ request, kind }: ApiAddress): Promise<RecordRequest> {
    return apiRequest(request, this.sources.specifications, kind);
  }
}

@Injectable()
class ScreenRequestPipe implements PipeTransform<Request, Promise<RecordRequest | DashboardRequest>> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  /** Throws `Refused` NOT_SIGNED_IN, and `NotFoundException`, for which the error filter decides between 404 and 405. */
  async transform(request: Request): Promise<RecordRequest | DashboardRequest> {
    const { specifications } = this.sources;
    const found =
      (await dashboardRequest(request, specifications)) ?? (await pageRequest(request, specifications));
    if (!found) throw new NotFoundException();
    return found;
  }
}

const requestIn = (context: ExecutionContext): Request => context.switchToHttp().getRequest<Request>();

const AddressOf = createParamDecorator((_: unknown, context: ExecutionContext) => requestIn(context));
const ApiAddressOf = createParamDecorator((kind: RouteKind, context: ExecutionContext): ApiAddress => ({
  request: requestIn(context),
  kind,
}));

/** The published specification that `:application` names, for the person who sends the request. */
export const RequestedApplication = (): ParameterDecorator => AddressOf(ApplicationPipe);

/** What a call of the API is about. */
export const ApiRecordRequest = (kind: RouteKind): ParameterDecorator => ApiAddressOf(kind, ApiRequestPipe);

/** What a page below an application is about: its document declares the screens, so the route is looked up there. */
export const ScreenRequest = (): ParameterDecorator => AddressOf(ScreenRequestPipe);
