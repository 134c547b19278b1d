// Says whether an uploaded file is one that the timeline exported. It is stored nowhere, and nothing is written.
import { Controller, Get, Inject, Post } from '@nestjs/common';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { formatFileSize } from '#specification/values/format-file-size.js';
import { EXPORT_CHECK_PATH, TIMELINE_PATH } from '#views/addresses.js';
import type { Translate } from '#views/messages/translate.js';
import { ExportCheckPage } from '#views/pages/export-check.js';
import type { ExportCheckPage as ExportCheckProps } from '#views/view-models/export-check.js';
import type { ExportCheck } from '../../export-check/check-export.js';
import { ExportChecker } from '../../export-check/export-checker.js';
import { ForAuditors } from '../authorization/authorization.decorators.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import { PageLayouts } from '../layout/page-layout.js';
import { json, page, type Answer } from '../rendering/answers.js';
import { Workload } from '../rendering/response-workload.js';
import {
  CurrentTranslations,
  CurrentViewer,
  ReceiveBody,
  ReceiveFiles,
  type BodyReceiver,
  type FileReceiver,
  type Translations,
} from '../requests/parameter-decorators.js';
import { receiveFileOf } from '../requests/receive-file.js';
import { nameExporter, presentKnownExport } from './present-export-check.js';
import { formatWithUtcOffset } from './timeline-json.js';

@Workload('page')
@ForAuditors('to.read-timeline', { isReading: true })
@Controller()
export class ExportCheckController {
  constructor(
    private readonly checker: ExportChecker,
    private readonly layouts: PageLayouts,
    @Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies,
  ) {}

  @Get(EXPORT_CHECK_PATH)
  show(@CurrentTranslations() { t }: Translations): Answer {
    return this.page(t, { problems: [] });
  }

  @Post(EXPORT_CHECK_PATH)
  async check(
    @ReceiveFiles() receive: FileReceiver | undefined,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    let fileName = '';
    try {
      const checked = await receiveFileOf(receive, 'file', async ({ name, bytes }) => {
        fileName = this.checker.cleanName(name);
        return this.checker.check(bytes);
      });
      if (!checked) return this.page(t, { problems: [t('exportCheck.noFile')] });
      return this.page(t, { problems: [], checked: await this.present(checked, fileName, t) });
    } catch (error) {
      if ((error as Error).name !== 'FileTooLarge') throw error;
      const max = formatFileSize(this.checker.maxBytes);
      return this.page(t, { problems: [t('exportCheck.tooLarge', { name: fileName, max })] });
    }
  }

  @Post(`/api${EXPORT_CHECK_PATH}`)
  @Workload('small')
  async checkByApi(
    @CurrentViewer() viewer: SignedInPerson,
    @ReceiveBody() receive: BodyReceiver,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const checked = await receive((bytes) => this.checkBytes(bytes));
    if (!('exported' in checked)) return json(checked, { status: 200 });
    const { exported, ...result } = checked;
    const { otherFilters: _, program: __, at, ...facts } = exported;
    const who = nameExporter(exported, { names: await this.namesOf(checked), t });
    const timeZone = await this.layouts.timeZoneFor(viewer);
    return json(
      { ...result, exported: { ...facts, at: formatWithUtcOffset(at, timeZone), who } },
      { status: 200 },
    );
  }

  private async checkBytes(bytes: AsyncIterable<Uint8Array>): Promise<ExportCheck> {
    try {
      return await this.checker.check(bytes);
    } catch (error) {
      if ((error as Error).name !== 'FileTooLarge') throw error;
      throw createBuiltInRefusal('TOO_LARGE_REQUEST', { max: formatFileSize(this.checker.maxBytes) });
    }
  }

  private async present(
    checked: ExportCheck,
    fileName: string,
    t: Translate,
  ): Promise<NonNullable<ExportCheckProps['checked']>> {
    const { result, sha256 } = checked;
    if (!('exported' in checked)) return { result, sha256, fileName };
    const names = await this.namesOf(checked);
    return { result, sha256, fileName, exported: presentKnownExport(checked.exported, { names, t }) };
  }

  private async namesOf({ exported }: Extract<ExportCheck, { readonly exported: unknown }>) {
    return { people: await this.sources.names.of([exported.by]), records: new Map() };
  }

  private page(t: Translate, found: Pick<ExportCheckProps, 'problems' | 'checked'>): Answer {
    const largest = formatFileSize(this.checker.maxBytes);
    const props = { action: EXPORT_CHECK_PATH, timeline: TIMELINE_PATH, largest, ...found };
    const status = found.problems.length > 0 ? { status: 422 } : {};
    return page(ExportCheckPage, props, { title: t('exportCheck.title') }, { status: 200, ...status });
  }
}
