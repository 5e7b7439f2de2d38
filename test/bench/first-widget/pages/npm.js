import { createRewards } from '../../../../dist/index.js'
import '../../../../dist/widgets.js'
import { program } from './program.js'

createRewards({ domain: program })
