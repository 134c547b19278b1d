export const tour = {
  'tour.ask': 'Ask',
  'tour.askHow': 'Open a purchase request for the cost centre 4100 Office and IT, and submit it.',
  'tour.decide': 'Decide',
  'tour.decideHow': 'Approve it, reject it, or send it back with a question.',
  'tour.audit': 'Audit',
  'tour.auditHow': 'Find in the audit timeline who decided, when and by which rule.',
};
