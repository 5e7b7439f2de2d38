import { createContext } from 'react'
import type { Rewards } from '../../src/api.js'

/** The runtime of the nearest `<RewardsProvider>`. */
export const RewardsContext = createContext<Rewards | undefined>(undefined)
