// The same import as of the command line. The worker in the background checks and imports; these pages ask for it.
import { Controller, Get, Inject, Param, Post } from '@nestjs/common';
import { Refused } from '#domain/refusal.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { formatFileSize } from '#specification/values/format-file-size.js';
import { APPLICATION_IMPORTS_PATH } from '#views/addresses.js';
import type { Translate } from '#views/messages/translate.js';
import { ApplicationImportPage } from '#views/pages/application-import.js';
import { ApplicationImportsPage } from '#views/pages/application-imports.js';
import { ArchiveRefused } from '../../application-archive/archive-refused.js';
import { refuseArchive } from '../../application-archive/refuse-archive.js';
import { parsePeopleTable, type PeopleTableRow } from '../../application-archive/people-table.js';
import {
  RUNNING_PHASES,
  type ApplicationImport,
  type ImportReport,
} from '../../application-imports/application-import.js';
import { ApplicationImports } from '../../application-imports/application-imports.js';
import { applicationImportHref } from '../addresses/system-addresses.js';
import { ForAdmins } from '../authorization/authorization.decorators.js';
import type { Form } from '../http/request-body.js';
import { goTo, page, type Answer } from '../rendering/answers.js';
import { RELOAD_AFTER_SECONDS } from '../rendering/loading.guard.js';
import { Workload } from '../rendering/response-workload.js';
import {
  CurrentTranslations,
  CurrentViewer,
  ReadFormLater,
  ReceiveFiles,
  type FileReceiver,
  type FormReader,
  type Translations,
} from '../requests/parameter-decorators.js';
import { readUtf8, receiveFileOf, type SentFile } from '../requests/receive-file.js';
import { describeImportProblem } from './describe-import-problem.js';
import { hasUncheckedEntries, readPeopleRows } from './people-form.js';
import { presentImport, presentImports } from './present-import.js';

const MAX_TABLE_BYTES = 4 * 1024 * 1024;

@Workload('page')
@ForAdmins('to.move-applications')
@Controller(APPLICATION_IMPORTS_PATH)
export class ApplicationImportsController {
  constructor(
    private readonly imports: ApplicationImports,
    @Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies,
  ) {}

  @Get()
  async list(@CurrentTranslations() { t }: Translations): Promise<Answer> {
    return this.listPage(t, []);
  }

  @Post()
  async upload(
    @CurrentViewer() { id: person }: SignedInPerson,
    @ReceiveFiles() receive: FileReceiver | undefined,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    let sentName = '';
    try {
      const id = await receiveFileOf(receive, 'archive', async (sent) => {
        sentName = sent.name;
        return this.imports.receive(person, sent);
      });
      if (id === undefined) return await this.listPage(t, [t('archive.noFile')]);
      return goTo(applicationImportHref(id));
    } catch (error) {
      if (error instanceof ArchiveRefused) {
        const problems = error.reasons.map((reason) => describeImportProblem(reason, t));
        return this.listPage(t, problems);
      }
      if ((error as Error).name !== 'FileTooLarge') throw error;
      const max = formatFileSize(this.imports.maxBytes);
      return this.listPage(t, [t('archive.tooLarge', { name: sentName, max })]);
    }
  }

  @Get(':id')
  async show(@Param('id') id: string, @CurrentTranslations() { t }: Translations): Promise<Answer> {
    const upload = await this.imports.find(id);
    return this.importPage(upload, await this.imports.report(upload), t);
  }

  @Post(':id/people')
  async check(
    @Param('id') id: string,
    @CurrentViewer() { id: actor }: SignedInPerson,
    @ReceiveFiles() receive: FileReceiver | undefined,
    @ReadFormLater() readForm: FormReader,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const upload = await this.imports.find(id);
    try {
      const { form, rows } = await readEntries(receive, readForm);
      await this.checkEntries(upload, { actor, form, rows });
      return goTo(applicationImportHref(id));
    } catch (error) {
      return this.refuseTable(upload, error, t);
    }
  }

  @Post(':id/start')
  async start(
    @Param('id') id: string,
    @CurrentViewer() { id: actor }: SignedInPerson,
    @ReceiveFiles() receive: FileReceiver | undefined,
    @ReadFormLater() readForm: FormReader,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const upload = await this.imports.find(id);
    try {
      const { form, rows } = await readEntries(receive, readForm);
      const isChanged = rows ?? hasUncheckedEntries(form, upload, await this.imports.report(upload));
      if (isChanged && !RUNNING_PHASES.includes(upload.phase) && upload.phase !== 'done') {
        await this.checkEntries(upload, { actor, form, rows });
        return goTo(applicationImportHref(id), { notice: t('archive.checkedFirst') });
      }
    } catch (error) {
      return this.refuseTable(upload, error, t);
    }
    try {
      await this.imports.start(id, actor);
    } catch (error) {
      // A second click.
      const { phase } = await this.imports.find(id);
      if (!(error instanceof Refused) || (phase !== 'importing' && phase !== 'done')) throw error;
    }
    return goTo(applicationImportHref(id));
  }

  @Post(':id/discard')
  async discard(@Param('id') id: string, @CurrentTranslations() { t }: Translations): Promise<Answer> {
    await this.imports.discard(id);
    return goTo(APPLICATION_IMPORTS_PATH, { notice: t('archive.discarded') });
  }

  private async checkEntries(
    { id }: ApplicationImport,
    { actor, form, rows }: Entries & { readonly actor: string },
  ): Promise<void> {
    const sameIds = form['sameIds'] === 'true';
    await this.imports.checkAgain(id, { actor, rows: rows ?? readPeopleRows(form), sameIds });
  }

  private async refuseTable(upload: ApplicationImport, error: unknown, t: Translate): Promise<Answer> {
    if (!(error instanceof ArchiveRefused)) throw error;
    const report = { ...(await this.imports.report(upload)), problems: error.reasons };
    return this.importPage(upload, report, t, 422);
  }

  private async listPage(t: Translate, problems: readonly string[]): Promise<Answer> {
    const imports = await this.imports.list();
    const people = await this.sources.names.of(imports.map(({ uploadedBy }) => uploadedBy));
    const props = {
      action: APPLICATION_IMPORTS_PATH,
      largest: formatFileSize(this.imports.maxBytes),
      problems,
      imports: presentImports(imports, { names: { people, records: new Map() }, t }),
    };
    const status = problems.length > 0 ? { status: 422 } : {};
    return page(ApplicationImportsPage, props, { title: t('archive.imports') }, status);
  }

  private async importPage(
    upload: ApplicationImport,
    report: ImportReport,
    t: Translate,
    status = 200,
  ): Promise<Answer> {
    const here = report.people.flatMap(({ here: id }) => id ?? []);
    const names = { people: await this.sources.names.of(here), records: new Map() };
    const props = presentImport(upload, report, { names, t });
    const title = upload.archive?.application.name ?? upload.fileName;
    const reply = props.progress ? { status, headers: { Refresh: RELOAD_AFTER_SECONDS } } : { status };
    return page(ApplicationImportPage, props, { title }, reply);
  }
}

interface Entries {
  readonly form: Form;
  /** undefined: no table was sent. */
  readonly rows: readonly PeopleTableRow[] | undefined;
}

/** Throws `ArchiveRefused`. */
async function readEntries(receive: FileReceiver | undefined, readForm: FormReader): Promise<Entries> {
  const rows = await receiveFileOf(receive, 'table', readTable);
  return { form: readForm().form, rows };
}

/** Throws `ArchiveRefused`. */
async function readTable({ name, bytes }: SentFile): Promise<readonly PeopleTableRow[]> {
  const text = await readUtf8(bytes, MAX_TABLE_BYTES);
  if (text === undefined)
    throw refuseArchive('tableNoUtf8', { table: name, max: formatFileSize(MAX_TABLE_BYTES) });
  return parsePeopleTable(name, text);
}
