import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { CLOCK } from '../ports/clock.js';
import { DOCUMENT_CHECKS } from '../ports/document-checks.js';
import { EVENT_STORE, FILES, PERSONAL_DATA } from '../ports/storage-tokens.js';
import { LOOKUPS } from '../ports/lookups.js';
import { SPECIFICATIONS } from '../ports/specifications.js';
import type { Installation } from './installation.js';
import {
  READ_LOG,
  READ_POSITIONS,
  PROJECTION_PROGRESS,
  type LogReader,
} from '../query-handling/query-dependencies.js';
import { HEALTH_ISSUES } from '../platform/health-issues.js';
import { RATE_LIMITERS } from '../platform/rate-limiters.js';

export const INSTALLATION_TOKEN = Symbol('INSTALLATION');

const ports = (installation: Installation): Provider[] => [
  { provide: INSTALLATION_TOKEN, useValue: installation },
  { provide: EVENT_STORE, useValue: installation.store },
  { provide: FILES, useValue: installation.files },
  { provide: PERSONAL_DATA, useValue: installation.personal },
  { provide: SPECIFICATIONS, useValue: installation.specifications },
  { provide: DOCUMENT_CHECKS, useValue: installation.checks },
  { provide: LOOKUPS, useValue: installation.lookups },
  { provide: CLOCK, useValue: installation.clock },
  { provide: RATE_LIMITERS, useValue: installation.rateLimiters },
  {
    provide: READ_LOG,
    useValue: {
      head: () => installation.log.head(),
      read: (stream: string) => installation.store.read(stream),
    } satisfies LogReader,
  },
  { provide: HEALTH_ISSUES, useValue: installation.healthIssues },
  { provide: READ_POSITIONS, useValue: installation.readModels },
  { provide: PROJECTION_PROGRESS, useValue: installation.projections },
];

@Global()
@Module({})
export class PortsModule {
  static forRoot(installation: Installation): DynamicModule {
    const providers = ports(installation);
    return {
      module: PortsModule,
      providers,
      exports: [
        INSTALLATION_TOKEN,
        EVENT_STORE,
        FILES,
        PERSONAL_DATA,
        SPECIFICATIONS,
        DOCUMENT_CHECKS,
        LOOKUPS,
        CLOCK,
        RATE_LIMITERS,
        PROJECTION_PROGRESS,
        READ_LOG,
        READ_POSITIONS,
        HEALTH_ISSUES,
      ],
    };
  }
}
