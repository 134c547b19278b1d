export interface ApprovalVote {
  readonly who: string;
  readonly at: string;
  readonly reason?: string;
}
