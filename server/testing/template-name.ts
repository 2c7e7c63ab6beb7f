/** The database with all tables and no rows; test files get clones of it. */
export const templateName = 'skywave_template';
