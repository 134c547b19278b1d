import { Injectable, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/internal';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { match, type MatchFunction } from 'path-to-regexp';

interface DeclaredRoute {
  readonly method: string;
  readonly path: string;
  readonly matches: MatchFunction<object>;
}

@Injectable()
export class DeclaredRoutes {
  private routes?: readonly DeclaredRoute[];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  /** Whatever the method. */
  matching(path: string): readonly DeclaredRoute[] {
    this.routes ??= this.all();
    return this.routes.filter(({ matches }) => matches(path) !== false);
  }

  private all(): readonly DeclaredRoute[] {
    return this.discovery.getControllers().flatMap(({ metatype }) => {
      const { prototype } = metatype as { readonly prototype: object };
      const base = Reflect.getMetadata(PATH_METADATA, metatype as object) as string;
      return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
        const handler = Object.getOwnPropertyDescriptor(prototype, name)?.value as object;
        const below = Reflect.getMetadata(PATH_METADATA, handler) as string | string[] | undefined;
        if (below === undefined) return [];
        const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
        return [below].flat().map((each) => {
          const path = joinPath(base, each);
          return { method, path, matches: match(path, { sensitive: true, decode: false }) };
        });
      });
    });
  }
}

const joinPath = (...parts: readonly string[]): string =>
  `/${parts
    .flatMap((part) => part.split('/'))
    .filter(Boolean)
    .join('/')}`;
