import { describe, expect, it } from '@jest/globals';
import type { Installation } from '#installation/installation.js';
import { HealthIssues, type HealthIssue } from '#platform/health-issues.js';
import { FileCheckStarter } from '#start-up/file-check-starter.js';

describe('the watch of files', () => {
  it('raises an issue when it cannot start', async () => {
    const healthIssues = new HealthIssues();
    const raised = new Promise<HealthIssue>((resolve) => healthIssues.onRaised(resolve));
    const watch = new FileCheckStarter({ healthIssues } as Installation, () =>
      Promise.reject(new Error('the server does not listen')),
    );
    watch.onApplicationBootstrap();
    expect(await raised).toMatchObject({
      key: 'watch of files',
      adminMessage: expect.stringContaining('the server does not listen'),
      severity: 'warning',
    });
    watch.beforeApplicationShutdown();
  });
});
