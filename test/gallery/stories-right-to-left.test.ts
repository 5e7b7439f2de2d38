import { describeStories } from './story-cases.js'

describeStories('rtl')
