/**
 * What people configure: allowed origins, program domains, programs and zones. It changes rarely, and each request needs it. A request reads the number of
 * the newest change (`configuration_revision`), and uses what the process has read for the same number.
 */
export interface Configuration {
  /** Reads a part of the configuration, or returns it as it was read before. */
  read<T>(part: ConfiguredPart<T>): Promise<T>
}

export interface ConfiguredPart<T> {
  /** A name for the part and its client. There must not be more of them than the database has clients: requests must not fill the memory. */
  name: string
  load(): Promise<T>
}

/** Returns the configuration for a revision. */
export function createConfigurations(): (revision: number) => Configuration {
  let newest = { revision: -1, configuration: createConfiguration() }
  return revision => {
    // A slow request may bring an older number. What others have read since is not replaced by what is read for it.
    if (revision < newest.revision) return createConfiguration()
    if (revision > newest.revision) newest = { revision, configuration: createConfiguration() }
    return newest.configuration
  }
}

function createConfiguration(): Configuration {
  const parts = new Map<string, unknown>()
  return {
    async read<T>({ name, load }: ConfiguredPart<T>) {
      if (!parts.has(name)) parts.set(name, await load())
      return parts.get(name) as T
    },
  }
}
