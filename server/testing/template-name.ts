/** The database that holds every table and no row; test files get clones of it. */
export const templateName = 'skywave_template';
