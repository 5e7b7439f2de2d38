/** The folder in which the contents of all files are. */
export const filesFolder = `
create table files_folder (folder_id text not null);
create unique index on files_folder ((true));
`
